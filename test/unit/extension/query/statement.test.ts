import assert from 'node:assert/strict';
import {
  findStatementToRun,
  isInCommentedOutQuery,
} from '../../../../src/core/sql/execution/statementToRun.ts';
import { splitStatements } from '../../../../src/core/sql/lexer/statements.ts';
import { window } from '../fakeVscode.ts';
import '../withVscode.ts';

const { chooseStatement } = await import('../../../../src/extension/query/statement.ts');

describe('the statement to run', () => {
  const language = { findStatementToRun, isInCommentedOutQuery, splitStatements };
  afterEach(() => Object.assign(window, { activeTextEditor: undefined }));

  /** What is run with the caret at `|` in the active editor, or why nothing is. */
  async function run(marked: string): Promise<string> {
    const caret = marked.indexOf('|');
    const text = marked.replace('|', '');
    const document = { languageId: 'vaultsql', getText: () => text, offsetAt: (offset: number) => offset };
    Object.assign(window, { activeTextEditor: { document, selection: { isEmpty: true, active: caret } } });
    const chosen = await chooseStatement(language, undefined, undefined);
    return chosen.ok ? chosen.chosen.text : chosen.why;
  }

  it('is no other one where the one at the caret is commented out', async () => {
    const plainRead = "SELECT REDACTION(ssn, 'PLAIN_TEXT') FROM persons";
    assert.equal(await run(`${plainRead};\n\n-- SELECT id FR|OM consents;`), 'commentedOut');
    assert.equal(await run(`-- SELECT id FR|OM consents;\n${plainRead};`), 'commentedOut');
    assert.equal(await run(`-- All num|bers\n${plainRead};`), plainRead);
  });
});
