import assert from 'node:assert/strict';
import {
  findStatementToRun,
  isInCommentedOutQuery,
  isInCommentedOutStatement,
  isInHeaderComment,
} from '../../../../../src/core/sql/execution/statementToRun.ts';

/** The statement that is run with the caret at `|`. */
function run(marked: string): string | undefined {
  const offset = marked.indexOf('|');
  const text = marked.slice(0, offset) + marked.slice(offset + 1);
  const found = findStatementToRun(text, offset);
  return found && text.slice(found.start, found.end);
}

describe('a statement that is commented out', () => {
  const isIn = (marked: string): boolean =>
    isInCommentedOutStatement(marked.replace('|', ''), marked.indexOf('|'));
  it('is one in a comment, not what is in a statement or in the first line', () => {
    assert.equal(isIn('SELECT 1;\n\n-- SELECT |2;'), true);
    assert.equal(isIn('SELECT 1;\n\n-- SELECT 2\n--   FR|OM t;\n\nSELECT 3;'), true);
    assert.equal(isIn('SELECT 1;\n/* SELECT 2|; */'), true);
    assert.equal(isIn('-- target: loaded events\n\n-- SELECT 1\n-- FR|OM t;\n\nSELECT 2;'), true);
    assert.equal(isIn('-- target: loaded events\n-- SELECT |1;\nSELECT 2;'), true);
    assert.equal(isIn('SELECT 1\n\n-- SELECT |2;'), true);
    assert.equal(isIn('-- target: loaded ev|ents\nSELECT 1;'), false);
    assert.equal(isIn('SELECT 1; -- do|ne\n\nSELECT 2;'), false);
    assert.equal(isIn('SELECT 1 -- o|ne\n;'), false);
    assert.equal(isIn('SELECT 1;\n|\n-- SELECT 2;'), false);
    assert.equal(isIn("SELECT '-- |x'"), false);
    assert.equal(isIn('SELECT 1;\n\n-- Not|e\n-- WITH t AS (\n-- SELECT 2)\n\nSELECT 3;'), true);
    assert.equal(isIn('SELECT 1;\r\n\r\n-- with t AS (\r\n-- |x\r\n'), true);
  });

  it('of a vault has both SELECT and FROM, and may be in the first line', () => {
    const isQuery = (marked: string): boolean =>
      isInCommentedOutQuery(marked.replace('|', ''), marked.indexOf('|'));
    assert.equal(isQuery('SELECT ssn FROM persons;\n\n-- SELECT id FR|OM consents;'), true);
    assert.equal(isQuery('-- SELECT id\n-- FROM con|sents;\nSELECT ssn FROM persons;'), true);
    assert.equal(isQuery('-- vault: local/v|ault\nSELECT id FROM persons;'), false);
    assert.equal(isQuery('SELECT 1 FROM t;\n\n-- With masked va|lues:\nSELECT id FROM persons;'), false);
    assert.equal(isQuery('SELECT id FROM t; -- SELECT x FR|OM u\nSELECT 2 FROM t;'), false);
  });

  it('is not a note in words', () => {
    assert.equal(isIn('SELECT 1;\n\n-- The most active |actors\nSELECT 2;'), false);
    assert.equal(isIn('SELECT 1;\n\n-- They select |rows\nSELECT 2;'), false);
    assert.equal(isIn('SELECT 1;\n\n-- A no|te\n\n-- SELECT 2;'), false);
    assert.equal(isIn('SELECT 1;\n\n/* two |rows */\nSELECT 2;'), false);
  });
});

describe('the header comment of a text', () => {
  const isIn = (marked: string): boolean => isInHeaderComment(marked.replace('|', ''), marked.indexOf('|'));
  const rest = '\n\n-- First\nSELECT 1;\n\n-- Second\nSELECT 2;';
  it('is one that a blank line separates from the first statement', () => {
    assert.equal(isIn(`|-- target: loaded events\n-- Notes${rest}`), true);
    assert.equal(isIn(`-- target: loaded events\n-- No|tes${rest}`), true);
    assert.equal(isIn(`-- target: loaded events\r\n-- Notes|${rest.replaceAll('\n', '\r\n')}`), true);
    assert.equal(isIn('/* No|tes */\n \t\nSELECT 1;'), true);
    assert.equal(isIn('-- Notes\n\n|\nSELECT 1;'), true);
  });
  it('is not the title of a statement, nor a comment after the first one', () => {
    assert.equal(isIn('-- Notes\n\n-- Fi|rst\nSELECT 1;'), false);
    assert.equal(isIn('-- Notes\r\n-- Fi|rst\r\nSELECT 1;'), false);
    assert.equal(isIn('\n|\n\nSELECT 1;'), false);
    assert.equal(isIn('-- Notes\n\nSEL|ECT 1;'), false);
    assert.equal(isIn('-- Notes\n\nSELECT 1;\n\n-- Sec|ond\n\nSELECT 2;'), false);
    assert.equal(isIn('-- Only| notes\n\n'), false);
  });
});

describe('the statement that Run means', () => {
  it('is the one of the caret', () => {
    assert.equal(run('SELECT 1;\nSELECT |2;\nSELECT 3'), 'SELECT 2');
  });
  it('is the only one, wherever the caret is', () => {
    assert.equal(run('SELECT 1;\n\n|'), 'SELECT 1');
    assert.equal(run('-- a\n|\nSELECT 1;'), 'SELECT 1');
  });
  it('is the first above which the caret is in the comments of the file', () => {
    const rest = '\n-- note\n\nSELECT 1;\n\nSELECT 2;';
    assert.equal(run(`-- va|ult: local/local-vault${rest}`), 'SELECT 1');
    assert.equal(run(`|-- vault: local/local-vault${rest}`), 'SELECT 1');
    assert.equal(run('\n|\n\nSELECT 1;\nSELECT 2'), 'SELECT 1');
  });
  it('is the next one after a comment between two', () => {
    assert.equal(run('SELECT 1;\n\n-- second|\n\nSELECT 2;'), 'SELECT 2');
    assert.equal(run('SELECT 1;\n\n/* second */\n|\nSELECT 2;'), 'SELECT 2');
  });
  it('is not found on blank lines behind a statement, nor at the end', () => {
    assert.equal(run('SELECT 1;\n|\n\nSELECT 2;'), undefined);
    assert.equal(run('SELECT 1; -- done\n|\n\nSELECT 2;'), undefined);
    assert.equal(run('SELECT 1;\nSELECT 2;\n\n|'), undefined);
  });
});
