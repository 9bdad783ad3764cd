import * as vscode from 'vscode';

/** What a newcomer finds to run: each statement shows one thing, and no value of it is anybody's. */
const sample = (): string => `-- vault: local/local-vault
-- ${vscode.l10n.t('Put the caret in a statement and press Ctrl+Enter (Cmd+Enter on a Mac), or click Run above it.')}

SELECT id, name, email, state, income, address
FROM persons;

-- ${vscode.l10n.t('Joins and conditions. Run takes the statement at the caret.')}
SELECT p.name, c.brand, c.card_number, c.expiry
FROM persons p
JOIN credit_cards c ON c.person_id = p.id
WHERE p.state = 'CA' AND c.credit_limit > 5000
LIMIT 60;

-- ${vscode.l10n.t('A plain-text read. See its audit event afterwards.')}
SELECT name, REDACTION(ssn, 'PLAIN_TEXT') AS ssn FROM persons LIMIT 10;

-- ${vscode.l10n.t('ORDER BY is not supported: it is marked and never sent.')}
SELECT name, income FROM persons ORDER BY income;
`;

/** Opens the sample queries; where a `.vaultsql` editor is in front already the person has something to run. */
export async function openSample(): Promise<void> {
  if (vscode.window.activeTextEditor?.document.languageId === 'vaultsql') return;
  const document = await vscode.workspace.openTextDocument({ language: 'vaultsql', content: sample() });
  const editor = await vscode.window.showTextDocument(document, { preview: false });
  const first = document.positionAt(document.getText().indexOf('SELECT'));
  editor.selection = new vscode.Selection(first, first);
}
