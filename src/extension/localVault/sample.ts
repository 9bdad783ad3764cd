import * as vscode from 'vscode';
import type { Deps } from '../app/deps.ts';

/** What a newcomer finds to run: each statement shows one thing, and no value of it is anybody's. */
const sample = (): string => `-- vault: local/local-vault
-- ${vscode.l10n.t('Put the caret in a statement and press Ctrl+Enter (Cmd+Enter on a Mac), or click Run above it.')}
-- ${vscode.l10n.t('The last statement has an error on purpose; that is why the tab shows 1 problem.')}

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

-- ${vscode.l10n.t('An error on purpose: ORDER BY is not supported, so this statement is marked and never sent.')}
-- ${vscode.l10n.t('To remove it, press Ctrl+. in it (Cmd+. on a Mac). The results can be sorted.')}
SELECT name, income FROM persons ORDER BY income;
`;

/** Opens the sample queries unless a `.vaultsql` editor is in front already: then the person has something to run. */
export async function offerSample(deps: Pick<Deps, 'context' | 'log'>): Promise<void> {
  if (vscode.window.activeTextEditor?.document.languageId !== 'vaultsql') await openSample(deps);
}

/**
 * Opens the sample queries, with the caret in the first. They are a file in the storage of the extension: an untitled
 * document would be dirty from the start, and one in memory would lose what the person saves. Once written it is theirs:
 * it is never overwritten.
 */
export async function openSample(deps: Pick<Deps, 'context' | 'log'>): Promise<void> {
  const document = await sampleDocument(deps);
  const first = document.positionAt(document.getText().indexOf('SELECT'));
  await vscode.window.showTextDocument(document, {
    preview: false,
    selection: new vscode.Range(first, first),
  });
}

async function sampleDocument({ context, log }: Pick<Deps, 'context' | 'log'>): Promise<vscode.TextDocument> {
  const uri = vscode.Uri.joinPath(context.globalStorageUri, 'sample.vaultsql');
  try {
    if (!(await exists(uri))) await writeSample(uri);
    return await vscode.workspace.openTextDocument(uri);
  } catch (error) {
    // Without a place to write, as on a full disk, there is still something to run.
    log.defect('writing the sample queries', error);
    return vscode.workspace.openTextDocument({ language: 'vaultsql', content: sample() });
  }
}

/** A part of it would be taken for the person's own from then on. */
async function writeSample(uri: vscode.Uri): Promise<void> {
  const { fs } = vscode.workspace;
  try {
    await fs.writeFile(uri, new TextEncoder().encode(sample()));
  } catch (error) {
    await fs.delete(uri).then(undefined, () => undefined);
    throw error;
  }
}

const exists = (uri: vscode.Uri): Thenable<boolean> =>
  vscode.workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
