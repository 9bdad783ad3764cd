import assert from 'node:assert/strict';
import fc from 'fast-check';
import { lexStatements } from '../../../../../../src/core/sql/lexer/statements.ts';
import { checkText } from '../../../../../../src/core/sql/lint/check.ts';
import { DocumentLinter } from '../../../../../../src/core/sql/lint/documentLinter.ts';
import { SqlDocument } from '../../../../../../src/core/sql/syntax/document/sqlDocument.ts';
import { applyEdits, type TextEdit } from '../../../../../../src/core/sql/syntax/ranges.ts';
import { dialectStatement } from '../../generate.ts';

const options = { columns: [{ table: 't', column: 'a', masked: true }] };

/** Everything about a document equals what a text gives from nothing. */
function assertSame(document: SqlDocument, linter: DocumentLinter, text: string): void {
  const parts = [...document.chunks()].map(({ chunk }) => chunk.text);
  assert.equal(parts.join(''), text);
  assert.deepEqual(
    document.statements().map(({ statement, ...place }) => ({ ...place, tokens: statement.tokens })),
    [...lexStatements(text)],
  );
  for (const { statement, start, end } of document.statements())
    assert.equal(statement.source, text.slice(start, end));
  assert.deepEqual(linter.findings(document, options), checkText(text, options));
}

/** A document after edits, which is compared with its text after each. */
function edited(text: string, edits: readonly TextEdit[]): SqlDocument {
  const document = new SqlDocument(text);
  const linter = new DocumentLinter();
  let now = text;
  assertSame(document, linter, now);
  for (const edit of edits) {
    document.applyTextEdit(edit);
    now = applyEdits(now, [edit]);
    assertSame(document, linter, now);
  }
  return document;
}
const at = (start: number, deleted: number, text: string): TextEdit => ({
  start,
  end: start + deleted,
  text,
});
/** The objects of a document's statements. */
const statementsOf = (document: SqlDocument) => document.statements().map(({ statement }) => statement);

/** What changes where statements end, or how their tokens are read. */
const marks = fc.constantFrom(
  ...["'", '"', '`', '--', '/*', '*/', '$$', '$a$', ';', ';;', '\n', ' ', '(', ')', '.', '1', "E'", '\\'],
  ...['{', '}', '{{', '“', '”', '\ufeff', '\0', '::', '${', ':a', "U&'", " UESCAPE '!'", "U&'d!0061t'"],
  ...['CREATE ', 'BEGIN ATOMIC ', ' END', ' CASE ', 'SELECT ', 'FROM t', ' WHERE a >= 1', 'SELECT a FROM t;'],
  ...["'a'\n'b'", "SELECT 'a;b' FROM t;", '/* ; /* ; */ */', '-- ; \n', '$$;$$', '“a;b”', '{a;b}'],
);
const inserted = fc.oneof({ weight: 4, arbitrary: marks }, { weight: 1, arbitrary: fc.constant('') });
/** Places as parts of the text's length, since the text is known only when the edit comes. */
const randomEdit = fc.record({ place: fc.nat(9999), length: fc.nat(9999), kind: fc.nat(3), inserted });
const statements = fc.array(
  fc.oneof(
    dialectStatement,
    fc.constantFrom("SELECT 'a' FROM t", 'SELECT {a', '-- a;\nSELECT b', '', 'DELETE x'),
  ),
  { maxLength: 8 },
);

describe('SqlDocument', () => {
  it('equals one made from nothing after 3,600 random edits', () => {
    fc.assert(
      fc.property(statements, fc.array(randomEdit, { minLength: 60, maxLength: 60 }), (parts, edits) => {
        const start = parts.join(';\n');
        let text = start;
        const made = edits.map(({ place, length, kind, inserted: added }) => {
          const offset = Math.floor((place * (text.length + 1)) / 10_000);
          // Mostly a few characters; now and then all that follows may go.
          const most = kind === 0 ? 0 : kind === 3 ? text.length - offset : 6;
          const deleted = Math.min(text.length - offset, Math.floor((length * (most + 1)) / 10_000));
          const edit = at(offset, deleted, added);
          text = applyEdits(text, [edit]);
          return edit;
        });
        edited(start, made);
      }),
      { numRuns: 60 },
    );
  });

  it('equals one made from nothing after each character of a text is typed, and taken back', () => {
    const text = `\ufeffSELECT U&'d!0061t' /* ; */ UESCAPE '!';\n-- a;\nSELECT 'a'\n'b;', $a$;$a$;CREATE FUNCTION f() BEGIN ATOMIC SELECT 1; END; SELECT {a;b};;SELECT “a;b”; /* /* */ ; */ SELECT 1`;
    const typed = Array.from(text, (character, index) => at(index, 0, character));
    const taken = Array.from(text, (_, index) => at(text.length - 1 - index, 1, ''));
    edited('', [...typed, ...taken]);
  });

  it('keeps the statements that an edit does not touch, wherever they move', () => {
    const text = 'SELECT 1;\nSELECT 2;\nSELECT 3;\nSELECT 4';
    const document = new SqlDocument(text);
    const [one, two, three, four] = statementsOf(document);
    document.applyTextEdit(at(text.indexOf('2'), 1, '22, 5'));
    const [first, changed, third, fourth] = statementsOf(document);
    assert.deepEqual(
      [first === one, changed === two, third === three, fourth === four],
      [true, false, true, true],
    );
  });

  it('keeps every statement where only whitespace or comments between them change', () => {
    const document = new SqlDocument('SELECT 1;\nSELECT 2;SELECT 3');
    const before = statementsOf(document);
    document.applyTextEdit(at(9, 0, ' -- a;\n'));
    document.applyTextEdit(at(0, 0, '\n'));
    for (const [index, statement] of statementsOf(document).entries()) assert.equal(statement, before[index]);
  });

  it('keeps the others where a statement is added or removed between them', () => {
    const document = new SqlDocument('SELECT 1;SELECT 2;');
    const before = statementsOf(document);
    document.applyTextEdit(at(9, 0, 'SELECT 3;'));
    assert.deepEqual([statementsOf(document)[0], statementsOf(document)[2]], before);
    document.applyTextEdit(at(9, 9, ''));
    assert.deepEqual(statementsOf(document), before);
  });

  it('reads what follows an opened quote, and what follows it when it is closed', () => {
    const text = 'SELECT 1;SELECT 2;SELECT 3;';
    const document = edited(text, [at(7, 0, "'"), at(9, 0, "'"), at(7, 1, ''), at(8, 1, '')]);
    assert.equal(document.statements().length, 3);
  });

  it('finds a closing delimiter in a later statement', () => {
    edited('SELECT {a;SELECT b;SELECT c;SELECT 5', [
      at(18, 0, '}'),
      at(18, 1, ''),
      at(19, 0, '”'),
      at(7, 1, '“'),
    ]);
  });

  it('finds a closing backtick in a later statement', () => {
    const document = edited('SELECT `a;SELECT b;SELECT c', [at(18, 0, '`'), at(18, 1, ''), at(27, 0, '`')]);
    assert.equal(document.statements().length, 1);
    const far = `SELECT \`a;${' '.repeat(980)}SELECT b`;
    assert.equal(edited(far, [at(far.length, 0, '`')]).statements().length, 1);
  });

  it('takes a byte order mark for one at the start only', () => {
    edited('SELECT 1;\ufeffSELECT 2', [at(0, 9, ''), at(0, 0, 'SELECT 3;'), at(0, 0, '\ufeff')]);
  });

  it('cuts an edit beyond the text', () => {
    const document = new SqlDocument('SELECT 1');
    document.applyTextEdit(at(100, 7, ', 2'));
    document.applyTextEdit(at(7, 100, '3'));
    assert.deepEqual(
      statementsOf(document).map(({ source }) => source),
      ['SELECT 3'],
    );
  });

  it('finds the statement at an offset', () => {
    const document = new SqlDocument('SELECT 1; -- a\nSELECT 2; ');
    const startAt = (offset: number) => document.findStatementInChunkAt(offset)?.start;
    assert.deepEqual(
      [startAt(0), startAt(8), startAt(9), startAt(20), startAt(24)],
      [0, 0, 15, 15, undefined],
    );
  });

  it('is the same in thousands of statements', () => {
    const text = Array.from({ length: 3000 }, (_, index) => `SELECT a${index} FROM t;`).join('\n');
    const document = new SqlDocument(text);
    const linter = new DocumentLinter();
    let now = text;
    for (let i = 0; i < 40; i++) {
      const edit = at((i * 7919) % now.length, (i % 5) * 300, i % 3 === 0 ? 'SELECT 1;'.repeat(50) : 'x');
      document.applyTextEdit(edit);
      now = applyEdits(now, [edit]);
    }
    assertSame(document, linter, now);
  });
});
