/** Edit Connections: a list of a connection's fields with their present values, and a form for the one picked. */
import * as vscode from 'vscode';
import { oneLine } from '../../../core/messages/oneLine.ts';
import { type Fields, isFields } from '../../../core/service/connections/auth.ts';
import type { Connection, VaultRef } from '../../../core/service/connections/connections.ts';
import {
  authFields,
  authOf,
  type Draft,
  draftOf,
  type FieldName,
  vaultOf,
} from '../../../core/service/connections/draft.ts';
import { withEntry } from '../../../core/service/connections/entries.ts';
import type { Deps } from '../../app/deps.ts';
import { kindNames } from '../kindNames.ts';
import type { OwnConnections } from '../ownConnections.ts';
import { endSessions } from '../signIn/endSessions.ts';
import { type Filled, fill } from './form.ts';
import { fieldLabels, questionOf } from './questions.ts';

/** What of a connection is edited. */
type Part =
  | { readonly kind: 'field'; readonly field: TopField }
  | { readonly kind: 'signIn' }
  | { readonly kind: 'vault'; readonly index: number }
  | { readonly kind: 'newVault'; readonly vaultID?: string }
  | { readonly kind: 'settings' };

const TOP_FIELDS = ['name', 'baseUrl', 'environment', 'accountID', 'parentAccountID', 'workspaceID'] as const;
type TopField = (typeof TOP_FIELDS)[number];

/**
 * Edits one field after the other, until the person leaves; only `field`, if that names one. A new account ID is followed by
 * a test of the connection, which could not be made without it and says first what it sends.
 */
export async function editConnection(
  deps: Pick<Deps, 'connections' | 'credentials' | 'log' | 'messages' | 'targets'>,
  own: OwnConnections,
  start: Connection,
  field: unknown,
): Promise<void> {
  let name = start.name;
  const first = TOP_FIELDS.find((one) => one === field);
  let part: Part | undefined = first && { kind: 'field', field: first };
  for (;;) {
    const connection = deps.targets.connections().find((one) => one.name === name);
    if (!connection) return;
    part ??= await pickPart(connection);
    if (!part) return;
    if (part.kind === 'settings') {
      await own.openSettings();
      return;
    }
    const edited = await editPart(own, connection, part);
    if (edited.kind === 'left') return;
    if (edited.kind === 'done' && edited.draft.name && edited.draft.name !== name) {
      // Its secrets are kept by its name.
      void endSessions(deps, await deps.credentials.remove(connection));
      name = edited.draft.name;
    }
    if (first && edited.kind === 'done') {
      if (first === 'accountID' && edited.draft.accountID) await deps.connections().test(name);
      return;
    }
    part = undefined;
  }
}

/** A form for a new vault; for its name alone, where its ID is known. */
export const editVault = (own: OwnConnections, connection: Connection, vaultID?: string): Promise<Filled> =>
  editPart(own, connection, vaultID === undefined ? { kind: 'newVault' } : { kind: 'newVault', vaultID });

/** Asks until it is written, or the person goes back or leaves: what was typed is asked again with it. */
async function editPart(
  own: OwnConnections,
  connection: Connection,
  part: Exclude<Part, { readonly kind: 'settings' }>,
): Promise<Filled> {
  const vault = part.kind === 'vault' ? connection.vaults[part.index] : undefined;
  const isKnown = part.kind === 'newVault' && part.vaultID !== undefined;
  let draft: Draft = { ...draftOf(connection, vault), ...(isKnown && { vaultID: part.vaultID }) };
  for (;;) {
    const filled = await fill(
      {
        title: vscode.l10n.t('Edit {0}', oneLine(connection.name)),
        fields: (now) => fieldsOf(part, now),
        question: (field, now) => questionOf(field, now, own, connection.name),
        hasWayBack: true,
        keep: (now) => {
          draft = now;
        },
      },
      draft,
    );
    if (filled.kind !== 'done') return filled;
    const changed = withEntry(own.entries(), connection.name, (entry) => changedEntry(entry, part, draft));
    if (await own.write(changed)) return filled;
  }
}

function fieldsOf(part: Exclude<Part, { readonly kind: 'settings' }>, draft: Draft): readonly FieldName[] {
  switch (part.kind) {
    case 'field':
      return [part.field];
    case 'signIn':
      return ['kind', ...authFields(draft)];
    case 'newVault':
      return part.vaultID === undefined ? ['vaultID', 'vaultName', 'vaultBaseUrl'] : ['vaultName'];
    case 'vault':
      return ['vaultID', 'vaultName', 'vaultBaseUrl'];
  }
}

/** The entry with that part as the draft has it; fields that are not known stay. */
function changedEntry(
  entry: Fields,
  part: Exclude<Part, { readonly kind: 'settings' }>,
  draft: Draft,
): Fields {
  const vaults: readonly unknown[] = Array.isArray(entry.vaults) ? entry.vaults : [];
  switch (part.kind) {
    case 'field': {
      const { [part.field]: _old, ...others } = entry;
      const text = draft[part.field];
      return text ? { ...entry, [part.field]: text } : others;
    }
    case 'signIn':
      return { ...entry, auth: authOf(draft) };
    case 'vault':
      return {
        ...entry,
        vaults: vaults.map((old, index) => (index === part.index ? changedVault(old, draft) : old)),
      };
    case 'newVault':
      return { ...entry, vaults: [...vaults, vaultOf(draft)] };
  }
}

function changedVault(old: unknown, draft: Draft): Fields {
  const { baseUrl: _old, ...others } = isFields(old) ? old : {};
  return { ...others, ...vaultOf(draft) };
}

/** Undefined where the person leaves. */
async function pickPart(connection: Connection): Promise<Part | undefined> {
  const draft = draftOf(connection);
  const item = (label: string, value: string, part: Part) => ({
    label,
    description: oneLine(value || vscode.l10n.t('not set')),
    part,
  });
  const labels = fieldLabels();
  const items = [
    ...TOP_FIELDS.map((field) => item(labels[field], draft[field] ?? '', { kind: 'field', field })),
    item(labels.kind, signInText(connection, draft), { kind: 'signIn' }),
    ...connection.vaults.map((vault, index) =>
      item(vscode.l10n.t('Vault {0}', oneLine(vault.name)), vaultText(vault), { kind: 'vault', index }),
    ),
    item(vscode.l10n.t('Add Vault'), ' ', { kind: 'newVault' }),
    item(vscode.l10n.t('Open Settings'), vscode.l10n.t('all fields, client certificate'), {
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

const signInText = ({ auth }: Connection, draft: Draft): string =>
  [kindNames()[auth.kind], ...authFields(draft).flatMap((field) => draft[field] || [])].join(' · ');

const vaultText = ({ id, baseUrl }: VaultRef): string => [id, ...(baseUrl ? [baseUrl] : [])].join(' · ');
