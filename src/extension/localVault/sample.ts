import * as vscode from 'vscode';
import type { Deps } from '../app/deps.ts';

const createSampleText = (): string => `-- vault: local/local-vault
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

-- ${vscode.l10n.t('An exercise: uncomment the last line with Ctrl+/ (Cmd+/ on a Mac).')}
-- ${vscode.l10n.t('ORDER BY is marked, because it is not supported. Ctrl+. (Cmd+.) removes it; sort the results.')}
-- SELECT name, income FROM persons ORDER BY income;
`;

export async function openSampleUnlessSqlActive(deps: Pick<Deps, 'context' | 'log'>): Promise<void> {
  if (vscode.window.activeTextEditor?.document.languageId !== 'vaultsql') await openSampleQueries(deps);
}

/**
 * Opens the sample queries. They are a file in the extension's storage, because an untitled document would have unsaved
 * changes from the start, and a document in memory would lose the user's edits. If that file can't be used, an untitled
 * document is opened.
 */
export async function openSampleQueries(deps: Pick<Deps, 'context' | 'log'>): Promise<void> {
  const document = await openSampleDocument(deps);
  const first = document.positionAt(document.getText().indexOf('SELECT'));
  await vscode.window.showTextDocument(document, {
    preview: false,
    selection: new vscode.Range(first, first),
  });
}

async function openSampleDocument({
  context,
  log,
}: Pick<Deps, 'context' | 'log'>): Promise<vscode.TextDocument> {
  const uri = vscode.Uri.joinPath(context.globalStorageUri, 'sample.vaultsql');
  try {
    if (!(await fileExists(uri))) await writeSample(uri);
    return await vscode.workspace.openTextDocument(uri);
  } catch (error) {
    // Even if nothing can be written, as on a full disk, the user has something to run.
    log.defect('writing the sample queries', error);
    return vscode.workspace.openTextDocument({ language: 'vaultsql', content: createSampleText() });
  }
}

/**
 * Writes the file of sample queries. After a failure, the incomplete file is deleted if possible, because an existing
 * file is never written again.
 */
async function writeSample(uri: vscode.Uri): Promise<void> {
  const { fs } = vscode.workspace;
  try {
    await fs.writeFile(uri, new TextEncoder().encode(createSampleText()));
  } catch (error) {
    await fs.delete(uri).then(undefined, () => undefined);
    throw error;
  }
}

const fileExists = (uri: vscode.Uri): Thenable<boolean> =>
  vscode.workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
