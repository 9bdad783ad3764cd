import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeAll, eventually, openQuery } from './editor.ts';

const dialect = () => vscode.workspace.getConfiguration('vaultsql.dialect');
const warningsOf = ({ uri }: vscode.TextDocument): vscode.Diagnostic[] =>
  vscode.languages
    .getDiagnostics(uri)
    .filter(({ message, source }) => source === 'vaultsql' && /second parser/.test(message));

describe('second opinion on allowed constructs', () => {
  before(() =>
    dialect().update('allow', ['ORDER BY', '>=', 'IN', 'SUBQUERY'], vscode.ConfigurationTarget.Global),
  );
  after(() => dialect().update('allow', undefined, vscode.ConfigurationTarget.Global));
  afterEach(closeAll);

  it('warns of what the check lets pass, and stops once it is right', async () => {
    const text = 'SELECT a FROM t;\nSELECT a FROM t ORDER BY a DESC DESC;\nSELECT a FROM t ORDER BY a';
    const { document } = await openQuery(text);
    const [warning] = await eventually('a warning', () => {
      const found = warningsOf(document);
      return found.length > 0 && found;
    });
    assert.ok(warning);
    assert.equal(warning.severity, vscode.DiagnosticSeverity.Warning);
    assert.equal(document.getText(warning.range), 'DESC');
    assert.equal(warning.range.start.line, 1);
    assert.doesNotMatch(warning.message, /[Ee]xpected/);

    const edit = new vscode.WorkspaceEdit();
    edit.delete(document.uri, warning.range);
    await vscode.workspace.applyEdit(edit);
    await eventually('no warning', () => warningsOf(document).length === 0);
  });

  it('a document can be edited while the parser is stuck: the check answers meanwhile', async () => {
    // At the deepest nesting that is asked about: each bracket is tried in every way.
    const deep = `${'('.repeat(8)}a >= 1${' OR b = 2)'.repeat(8)}`;
    const slow = Array.from({ length: 60 }, () => deep).join(' AND ');
    const statements = Array.from({ length: 20 }, (_, i) => `SELECT a${i} FROM t WHERE ${slow} ORDER BY a;`);
    const { document } = await openQuery(`${statements.join('\n')}\nSELECT 1 FROM t`);
    // Well into the first statements.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const end = document.positionAt(document.getText().length);
    const started = performance.now();
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, end, ' GROUP BY x');
    await vscode.workspace.applyEdit(edit);
    await eventually('the check’s finding', () =>
      vscode.languages
        .getDiagnostics(document.uri)
        .some(({ range, severity }) => severity === 0 && document.getText(range) === 'GROUP BY'),
    );
    const waited = performance.now() - started;
    // Forty statements at their deadline take ten seconds.
    assert.ok(waited < 5_000, `${Math.round(waited)} ms`);
  });
});
