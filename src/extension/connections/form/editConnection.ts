import * as vscode from 'vscode';
import { oneLine } from '../../../core/messages/oneLine.ts';
import { type Fields, isPlainObject } from '../../../core/service/connections/auth.ts';
import type { Connection, VaultRef } from '../../../core/service/connections/connections.ts';
import {
  authFieldsOf,
  authSettingOfDraft,
  createDraft,
  type Draft,
  type FieldName,
  trailFieldsOf,
  trailSettingOfDraft,
  vaultEntryOfDraft,
} from '../../../core/service/connections/draft.ts';
import { changeEntry } from '../../../core/service/connections/settingEntries.ts';
import type { Deps } from '../../app/deps.ts';
import { getKindNames } from '../kindNames.ts';
import type { OwnConnections } from '../ownConnections.ts';
import { endSessionsAtServers } from '../signIn/endSessions.ts';
import { type FormOutcome, promptForFormFields } from './form.ts';
import { getPassphraseLabel, hasPassphrase, promptForPassphrase } from './passphrase.ts';
import { createQuestion, getFieldLabels } from './questions.ts';

/** A part of a connection's entry in `vaultsql.connections` that one form edits. `index` counts the vaults from 0. */
type EntryPart =
  | { readonly kind: 'field'; readonly field: TopField }
  | { readonly kind: 'signIn' }
  | { readonly kind: 'trail' }
  | { readonly kind: 'vault'; readonly index: number }
  | { readonly kind: 'newVault'; readonly vaultID?: string };
type Part =
  | EntryPart
  | { readonly kind: 'passphrase' }
  | { readonly kind: 'forgetPassphrase' }
  | { readonly kind: 'settings' };

const TOP_FIELDS = ['name', 'baseUrl', 'environment', 'accountID', 'parentAccountID', 'workspaceID'] as const;
type TopField = (typeof TOP_FIELDS)[number];

/**
 * Lets the user edit parts of the connection `start`, one after the other, until the user leaves. If `field` names a
 * part, begins with that part and ends when it is done. `field` can be one of `TOP_FIELDS`, `trail`, or `passphrase`, which
 * has an effect only if the connection has a client certificate. Returns true if `field` is `passphrase` and a passphrase
 * was stored.
 */
export async function editConnection(
  deps: Pick<Deps, 'auditEvents' | 'connections' | 'credentials' | 'log' | 'messages' | 'targets'>,
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
        // Secrets are stored under the connection's name.
        void endSessionsAtServers(deps, await credentials.removeSecrets(connection));
        name = edited.draft.name;
      }
      if (part.kind === 'trail' && edited.kind === 'done') {
        if (trailSettingOfDraft(edited.draft)) void offerTrail(deps, name);
        if (field === 'trail') return undefined;
      }
      if (part.kind === 'field' && part.field === field && edited.kind === 'done') {
        if (field === 'accountID' && edited.draft.accountID) await deps.connections().testConnection(name);
        return undefined;
      }
    }
    part = undefined;
  }
}

/** Tells the user that the table of a connection was saved, and offers to test it or to open it. */
const offerTrail = (
  { auditEvents, connections, messages }: Pick<Deps, 'auditEvents' | 'connections' | 'messages'>,
  name: string,
): Promise<void> =>
  messages.info(
    vscode.l10n.t('The audit trail of “{0}” in ClickHouse was saved.', oneLine(name)),
    { label: vscode.l10n.t('Test Connection'), run: () => connections().testConnection(name) },
    { label: vscode.l10n.t('Open Trail'), run: () => auditEvents().openTrail(name) },
  );

function findInitialPart({ clientCertificate }: Connection, field: unknown): Part | undefined {
  if (field === 'passphrase') return clientCertificate && { kind: 'passphrase' };
  if (field === 'trail') return { kind: 'trail' };
  const first = TOP_FIELDS.find((one) => one === field);
  return first && { kind: 'field', field: first };
}

/** Opens the form that adds a vault to a connection. If `vaultID` is given, the form asks only for the vault's name. */
export const openVaultForm = (
  own: OwnConnections,
  connection: Connection,
  vaultID?: string,
): Promise<FormOutcome> =>
  editPart(own, connection, vaultID === undefined ? { kind: 'newVault' } : { kind: 'newVault', vaultID });

async function editPart(own: OwnConnections, connection: Connection, part: EntryPart): Promise<FormOutcome> {
  const vault = part.kind === 'vault' ? connection.vaults[part.index] : undefined;
  const isKnown = part.kind === 'newVault' && part.vaultID !== undefined;
  let draft: Draft = { ...createDraft(connection, vault), ...(isKnown && { vaultID: part.vaultID }) };
  for (;;) {
    const filled = await promptForFormFields(
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
    case 'trail':
      return trailFieldsOf(draft);
    case 'newVault':
      return part.vaultID === undefined ? ['vaultID', 'vaultName', 'vaultBaseUrl'] : ['vaultName'];
    case 'vault':
      return ['vaultID', 'vaultName', 'vaultBaseUrl'];
  }
}

/**
 * Returns a copy of a connection's settings entry in which `part` has the values of `draft`. Fields outside the part
 * stay, including those that this extension does not know.
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
    case 'trail': {
      const { trail: _old, ...others } = entry;
      const trail = trailSettingOfDraft(draft);
      return trail ? { ...others, trail } : others;
    }
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
  const draft = createDraft(connection);
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
    createItem(labels.trailUrl, describeTrail(draft), { kind: 'trail' }),
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

const describeTrail = (draft: Draft): string =>
  trailFieldsOf(draft)
    .flatMap((field) => draft[field] || [])
    .join(' · ');

const describeVault = ({ id, baseUrl }: VaultRef): string => [id, ...(baseUrl ? [baseUrl] : [])].join(' · ');
