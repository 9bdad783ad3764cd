/**
 * Edit Connections: a list of a connection's fields with their current values, and a form for the field that the user
 * picks.
 */
import * as vscode from 'vscode';
import { oneLine } from '../../../core/messages/oneLine.ts';
import { type Fields, isPlainObject } from '../../../core/service/connections/auth.ts';
import type { Connection, VaultRef } from '../../../core/service/connections/connections.ts';
import {
  authFieldsOf,
  authSettingOfDraft,
  type Draft,
  draftOf,
  type FieldName,
  vaultEntryOfDraft,
} from '../../../core/service/connections/draft.ts';
import { changeEntry } from '../../../core/service/connections/settingEntries.ts';
import type { Deps } from '../../app/deps.ts';
import { getKindNames } from '../kindNames.ts';
import type { OwnConnections } from '../ownConnections.ts';
import { endSessionsAtServers } from '../signIn/endSessions.ts';
import { type FormOutcome, fillForm } from './form.ts';
import { getPassphraseLabel, hasPassphrase, promptForPassphrase } from './passphrase.ts';
import { createQuestion, getFieldLabels } from './questions.ts';

/**
 * A part of a connection's entry in `vaultsql.connections`: one field, all fields of the sign-in, a vault (`index`
 * counts from 0), or a vault to add (with `vaultID` if its ID is already known).
 */
type EntryPart =
  | { readonly kind: 'field'; readonly field: TopField }
  | { readonly kind: 'signIn' }
  | { readonly kind: 'vault'; readonly index: number }
  | { readonly kind: 'newVault'; readonly vaultID?: string };
/**
 * An item of the list of a connection's fields: a part of its settings entry, the passphrase of its client
 * certificate (to set or to forget), or the settings file.
 */
type Part =
  | EntryPart
  | { readonly kind: 'passphrase' }
  | { readonly kind: 'forgetPassphrase' }
  | { readonly kind: 'settings' };

const TOP_FIELDS = ['name', 'baseUrl', 'environment', 'accountID', 'parentAccountID', 'workspaceID'] as const;
type TopField = (typeof TOP_FIELDS)[number];

/**
 * Edits fields of the connection `start` one by one until the user leaves. If `field` names a field, starts with that
 * one, and ends when it was edited. If `field` is `accountID` and the user enters one, the connection is tested next.
 * If `field` is `passphrase` and the connection has a client certificate, returns true if a passphrase was stored.
 */
export async function editConnection(
  deps: Pick<Deps, 'connections' | 'credentials' | 'log' | 'messages' | 'targets'>,
  own: OwnConnections,
  start: Connection,
  field: unknown,
): Promise<true | undefined> {
  const { credentials, targets } = deps;
  let name = start.name;
  let part = findInitialPart(start, field);
  for (;;) {
    const connection = targets.connections().find((one) => one.name === name);
    if (!connection) return undefined;
    part ??= await pickPart(connection, await hasPassphrase(deps, connection));
    if (!part) return undefined;
    if (part.kind === 'settings') {
      await own.openSettings();
      return undefined;
    }
    if (part.kind === 'passphrase') {
      const edited = await promptForPassphrase(deps, connection);
      if (edited.kind === 'left') return undefined;
      if (edited.kind === 'done' && field === 'passphrase') return edited.last ? true : undefined;
    } else if (part.kind === 'forgetPassphrase') {
      await credentials.forgetPassphrase(connection);
    } else {
      const edited = await editPart(own, connection, part);
      if (edited.kind === 'left') return undefined;
      if (edited.kind === 'done' && edited.draft.name && edited.draft.name !== name) {
        // Its secrets are kept by its name.
        void endSessionsAtServers(deps, await credentials.removeSecrets(connection));
        name = edited.draft.name;
      }
      if (part.kind === 'field' && part.field === field && edited.kind === 'done') {
        if (field === 'accountID' && edited.draft.accountID) await deps.connections().testConnection(name);
        return undefined;
      }
    }
    part = undefined;
  }
}

/**
 * Returns the part of the connection that `field` names. Undefined if it names none, or if it is `passphrase` and the
 * connection has no client certificate.
 */
function findInitialPart({ clientCertificate }: Connection, field: unknown): Part | undefined {
  if (field === 'passphrase') return clientCertificate && { kind: 'passphrase' };
  const first = TOP_FIELDS.find((one) => one === field);
  return first && { kind: 'field', field: first };
}

/**
 * Opens the form that adds a vault to a connection. If `vaultID` is given, the form asks only for the vault's name.
 * Returns how the user left the form.
 */
export const openVaultForm = (
  own: OwnConnections,
  connection: Connection,
  vaultID?: string,
): Promise<FormOutcome> =>
  editPart(own, connection, vaultID === undefined ? { kind: 'newVault' } : { kind: 'newVault', vaultID });

/**
 * Shows the form for a part of a connection and writes the values to the settings. If they can't be written, the form
 * opens again with the same values. Returns how the user left the form.
 */
async function editPart(own: OwnConnections, connection: Connection, part: EntryPart): Promise<FormOutcome> {
  const vault = part.kind === 'vault' ? connection.vaults[part.index] : undefined;
  const isKnown = part.kind === 'newVault' && part.vaultID !== undefined;
  let draft: Draft = { ...draftOf(connection, vault), ...(isKnown && { vaultID: part.vaultID }) };
  for (;;) {
    const filled = await fillForm(
      {
        title: vscode.l10n.t('Edit {0}', oneLine(connection.name)),
        fields: (now) => listFields(part, now),
        question: (field, now) => createQuestion(field, now, own, connection.name),
        canGoBack: true,
        saveDraft: (now) => {
          draft = now;
        },
      },
      draft,
    );
    if (filled.kind !== 'done') return filled;
    const changed = changeEntry(own.readEntries(), connection.name, (entry) =>
      applyDraftToEntry(entry, part, draft),
    );
    if (await own.writeEntries(changed)) return filled;
  }
}

function listFields(part: EntryPart, draft: Draft): readonly FieldName[] {
  switch (part.kind) {
    case 'field':
      return [part.field];
    case 'signIn':
      return ['kind', ...authFieldsOf(draft)];
    case 'newVault':
      return part.vaultID === undefined ? ['vaultID', 'vaultName', 'vaultBaseUrl'] : ['vaultName'];
    case 'vault':
      return ['vaultID', 'vaultName', 'vaultBaseUrl'];
  }
}

/**
 * Returns a connection's settings entry with the values of `draft` in the given part. Fields outside the part stay,
 * including those that this extension does not know. The fields of a sign-in are replaced together, except for
 * `revocationUrl` if the token URL stays the same.
 */
function applyDraftToEntry(entry: Fields, part: EntryPart, draft: Draft): Fields {
  const vaults: readonly unknown[] = Array.isArray(entry.vaults) ? entry.vaults : [];
  switch (part.kind) {
    case 'field': {
      const { [part.field]: _old, ...others } = entry;
      const text = draft[part.field];
      return text ? { ...entry, [part.field]: text } : others;
    }
    case 'signIn':
      return { ...entry, auth: authSettingOfDraft(draft, entry.auth) };
    case 'vault':
      return {
        ...entry,
        vaults: vaults.map((old, index) => (index === part.index ? applyDraftToVault(old, draft) : old)),
      };
    case 'newVault':
      return { ...entry, vaults: [...vaults, vaultEntryOfDraft(draft)] };
  }
}

function applyDraftToVault(old: unknown, draft: Draft): Fields {
  const { baseUrl: _old, ...others } = isPlainObject(old) ? old : {};
  return { ...others, ...vaultEntryOfDraft(draft) };
}

async function pickPart(connection: Connection, isPassphraseStored: boolean): Promise<Part | undefined> {
  const draft = draftOf(connection);
  const createItem = (label: string, value: string, part: Part) => ({
    label,
    description: oneLine(value || vscode.l10n.t('not set')),
    part,
  });
  const labels = getFieldLabels();
  const items = [
    ...TOP_FIELDS.map((field) => createItem(labels[field], draft[field] ?? '', { kind: 'field', field })),
    createItem(labels.kind, describeSignIn(connection, draft), { kind: 'signIn' }),
    ...connection.vaults.map((vault, index) =>
      createItem(vscode.l10n.t('Vault {0}', oneLine(vault.name)), describeVault(vault), {
        kind: 'vault',
        index,
      }),
    ),
    createItem(vscode.l10n.t('Add Vault'), ' ', { kind: 'newVault' }),
    ...(connection.clientCertificate
      ? [
          createItem(getPassphraseLabel(), isPassphraseStored ? vscode.l10n.t('stored') : '', {
            kind: 'passphrase',
          }),
        ]
      : []),
    ...(isPassphraseStored
      ? [createItem(vscode.l10n.t('Forget Client Certificate Passphrase'), ' ', { kind: 'forgetPassphrase' })]
      : []),
    createItem(vscode.l10n.t('Open Settings'), vscode.l10n.t('all fields, client certificate'), {
      kind: 'settings',
    }),
  ];
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Edit {0}', oneLine(connection.name)),
    placeHolder: vscode.l10n.t('Select a field to edit. A new name or address requires a new sign-in.'),
    matchOnDescription: true,
  });
  return picked?.part;
}

const describeSignIn = ({ auth }: Connection, draft: Draft): string =>
  [getKindNames()[auth.kind], ...authFieldsOf(draft).flatMap((field) => draft[field] || [])].join(' · ');

const describeVault = ({ id, baseUrl }: VaultRef): string => [id, ...(baseUrl ? [baseUrl] : [])].join(' · ');
