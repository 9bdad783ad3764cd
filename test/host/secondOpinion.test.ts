import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeAll, eventually, openQuery } from './editor.ts';

const dialect = () => vscode.workspace.getConfiguration('vaultsql.dialect');
const warningsOf = ({ uri }: vscode.TextDocument): vscode.Diagnostic[] =>
  vscode.languages
    .getDiagnostics(uri)
    .filter(({ message, source }) => source === 'vaultsql' && /^Syntax (?:error|likely) /.test(message));

describe('second opinion on allowed constructs', () => {
  before(() =>
    dialect().update(
      'allow',
      ['ORDER BY', '>=', 'IN', 'SUBQUERY', 'CASE'],
      vscode.ConfigurationTarget.Global,
    ),
  );
  after(() => dialect().update('allow', undefined, vscode.ConfigurationTarget.Global));
  afterEach(closeAll);

  it('warns of what the check lets pass, and stops once it is right', async () => {
    const text =
      'SELECT a FROM t;\nSELECT CASE WHEN a = b THEN c THEN d END FROM t;\nSELECT a FROM t ORDER BY a';
    const { document } = await openQuery(text);
    const [warning] = await eventually('a warning', () => {
      const found = warningsOf(document);
      return found.length > 0 && found;
    });
    assert.ok(warning);
    assert.equal(warning.severity, vscode.DiagnosticSeverity.Warning);
    assert.equal(document.getText(warning.range), 'THEN');
    assert.equal(warning.range.start.line, 1);
    assert.doesNotMatch(warning.message, /[Ee]xpected/);

    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, warning.range, 'ELSE');
    await vscode.workspace.applyEdit(edit);
    await eventually('no warning', () => warningsOf(document).length === 0);
  });

  it('a document can be edited while the parser is stuck: the check answers meanwhile', async () => {
    // At the deepest nesting that is asked about: each bracket is tried in every way.
    const deep = `${'('.repeat(8)}a >= 1${' OR b = 2)'.repeat(8)}`;
    const slow = Array.from({ length: 60 }, () => deep).join(' AND ');
    const statements = Array.from({ length: 20 }, (_, i) => `SELECT a${i} FROM t WHERE ${slow} ORDER BY a;`);
    // The parser comes to this one after all of those, each of which it gives up at its deadline.
    const wrong = 'SELECT CASE WHEN a = b THEN c THEN d END FROM t;';
    const { document } = await openQuery(`${statements.join('\n')}\n${wrong}\nSELECT 1 FROM t`);
    const end = document.positionAt(document.getText().length);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, end, ' GROUP BY x');
    await vscode.workspace.applyEdit(edit);
    await eventually('the check’s finding', () =>
      vscode.languages
        .getDiagnostics(document.uri)
        .some(({ range, severity }) => severity === 0 && document.getText(range) === 'GROUP BY'),
    );
    assert.deepEqual(warningsOf(document), [], 'while the parser is still stuck');
    await eventually('the parser’s warning', () => warningsOf(document).length > 0);
  });
});
