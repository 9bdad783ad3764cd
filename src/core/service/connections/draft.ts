/** What a person has typed into the form of a connection so far, and what it asks for next. Pure: all of it is text. */
import { type Fields, readAuth } from './auth.ts';
import type { Connection, ConnectionProblemReason, VaultRef } from './connections.ts';
import { authEntry } from './file.ts';
import { type SignInKind, secretOfKind, signInKinds } from './signInKinds.ts';

export type FieldName =
  | 'name'
  | 'baseUrl'
  | 'environment'
  | 'kind'
  | AuthFieldName
  | 'accountID'
  | 'parentAccountID'
  | 'workspaceID'
  | 'vaultID'
  | 'vaultName'
  | 'vaultBaseUrl';

/** Fields of `auth` beside its kind. */
export type AuthFieldName =
  | 'variable'
  | 'command'
  | 'variables'
  | 'keyFile'
  | 'issuer'
  | 'tokenUrl'
  | 'authorizationUrl'
  | 'deviceAuthorizationUrl'
  | 'clientID'
  | 'scope';

/** By field; what was typed for another kind of sign-in stays, in case the person goes back to it. */
export type Draft = Readonly<Partial<Record<FieldName, string>>>;

const OPTIONAL: ReadonlySet<FieldName> = new Set([
  'variables',
  'issuer',
  'scope',
  'accountID',
  'parentAccountID',
  'workspaceID',
  'vaultName',
  'vaultBaseUrl',
]);
/** Whether a field may be left empty. Without an issuer the addresses of its server are asked for. */
export const isOptional = (field: FieldName): boolean => OPTIONAL.has(field);

/** Returns the kind of sign-in that was chosen; a pasted token as long as none was. */
export const kindOf = ({ kind }: Draft): SignInKind => signInKinds.find((one) => one === kind) ?? 'token';

/** What the kind of sign-in in `draft` needs. */
export function authFields(draft: Draft): readonly AuthFieldName[] {
  const kind = kindOf(draft);
  switch (kind) {
    case 'token':
      return [];
    case 'environment':
      return ['variable'];
    case 'command':
      return ['command', 'variables'];
    case 'serviceAccount':
      return ['keyFile', 'scope'];
    case 'oauth':
      return ['issuer', ...unlessFound(draft, ['tokenUrl', 'authorizationUrl']), 'clientID', 'scope'];
    case 'device':
      return ['issuer', ...unlessFound(draft, ['tokenUrl', 'deviceAuthorizationUrl']), 'clientID', 'scope'];
    case 'clientCredentials':
      return ['issuer', ...unlessFound(draft, ['tokenUrl']), 'clientID', 'scope'];
  }
}

/** Not before it is known that there is no issuer, so that steps are not counted that few people have to take. */
function unlessFound(
  { issuer, tokenUrl }: Draft,
  addresses: readonly AuthFieldName[],
): readonly AuthFieldName[] {
  const isUnasked = issuer === undefined && tokenUrl === undefined;
  return issuer || isUnasked ? [] : addresses;
}

/** What is asked at the end of a new connection: a secret that is never in the draft, or whether to test. */
export type LastField = 'secret' | 'test';

/** What is asked of a new connection, in order. Its names are proposed, and edited later by who wants others. */
export const fieldsToAdd = (draft: Draft): readonly (FieldName | LastField)[] => [
  ...(['baseUrl', 'environment', 'kind'] as const),
  ...authFields(draft),
  'accountID',
  ...(vaultInAddress(draft.baseUrl ?? '') ? [] : (['vaultID'] as const)),
  ...(hasSecret(draft) ? (['secret'] as const) : (['test'] as const)),
];

const hasSecret = (draft: Draft): boolean => secretOfKind(kindOf(draft)) !== undefined;

/** The parts of an address that leads to a vault, such as that of its queries; undefined for another address. */
export function vaultInAddress(
  address: string,
): { readonly baseUrl: string; readonly vaultID: string } | undefined {
  const [, baseUrl, vaultID] = /^(.+?)\/v1\/vaults\/([\w.-]+)(?:\/query)?\/?$/.exec(address.trim()) ?? [];
  return baseUrl && vaultID ? { baseUrl, vaultID } : undefined;
}

/** A name for a connection by its host: the first word of it, or all of an IP address. It holds no slash. */
export function nameOfAddress(address: string): string {
  const host = /^\w+:\/\/(\[[^\]]*\]|[^/:?#]+)/.exec(address.trim())?.[1] ?? address;
  return /^\[|^[\d.]+$/.test(host) ? host : (host.split('.')[0] ?? host);
}

/**
 * A command as it is typed: words, or a JSON list where an argument has blanks or quotes in it. Undefined where it is
 * neither, so that nothing else runs than what was meant.
 */
export function commandOf(text: string): readonly string[] | undefined {
  const trimmed = text.trim();
  if (!trimmed.startsWith('[')) return /["']/.test(trimmed) ? undefined : wordsOf(trimmed);
  try {
    const list: unknown = JSON.parse(trimmed);
    const isTexts = Array.isArray(list) && list.every((one) => typeof one === 'string' && one.trim() !== '');
    return isTexts && list.length > 0 ? list : undefined;
  } catch {
    // Half a list, as while it is typed.
    return undefined;
  }
}

const wordsOf = (text: string): readonly string[] => text.split(/\s+/).filter(Boolean);

/** A command as it is typed: the inverse of `commandOf`. */
export const commandText = (command: readonly string[]): string =>
  command.some((word) => /[\s"']/.test(word)) || command[0]?.startsWith('[')
    ? JSON.stringify(command)
    : command.join(' ');

/** `auth` of the setting as the draft has it; only fields of its kind. */
export function authOf(draft: Draft): Fields {
  const fields = authFields(draft).flatMap((field): readonly (readonly [string, unknown])[] => {
    const text = draft[field]?.trim() ?? '';
    if (field === 'command') return [[field, commandOf(text) ?? []]];
    if (text === '') return [];
    return [[field, field === 'variables' ? wordsOf(text) : text]];
  });
  return { kind: kindOf(draft), ...Object.fromEntries(fields) };
}

/** A new connection as an entry of the setting. */
export function entryOfDraft(draft: Draft): Fields {
  const { name, environment = 'development', accountID = '' } = draft;
  const found = vaultInAddress(draft.baseUrl ?? '');
  const { baseUrl } = found ?? draft;
  const vault = vaultOf(found ? { ...draft, vaultID: found.vaultID } : draft);
  return { name, environment, baseUrl, accountID, vaults: [vault], auth: authOf(draft) };
}

/** The vault of the draft as the setting has it. */
export const vaultOf = ({ vaultID = '', vaultName, vaultBaseUrl }: Draft): Fields => ({
  id: vaultID,
  name: vaultName || vaultID,
  ...(vaultBaseUrl && { baseUrl: vaultBaseUrl }),
});

/** A connection as a draft to edit; with one of its vaults. */
export function draftOf(connection: Connection, vault?: VaultRef): Draft {
  const { name, baseUrl, environment, accountID, parentAccountID = '', workspaceID = '', auth } = connection;
  const entry = authEntry(auth);
  const texts = Object.entries(entry).map(([field, value]) => [
    field,
    field === 'command' && auth.kind === 'command'
      ? commandText(auth.command)
      : Array.isArray(value)
        ? value.join(' ')
        : value,
  ]);
  return {
    name,
    baseUrl,
    environment,
    accountID,
    parentAccountID,
    workspaceID,
    ...(Object.fromEntries(texts) as Draft),
    ...(vault && { vaultID: vault.id, vaultName: vault.name, vaultBaseUrl: vault.baseUrl ?? '' }),
  };
}

/** What reading the setting would say of a field of the sign-in; undefined where it is fine. */
export function authProblem(
  field: AuthFieldName,
  draft: Draft,
  checkAddress: (address: string) => boolean,
): ConnectionProblemReason | undefined {
  let found: ConnectionProblemReason | undefined;
  readAuth(authOf(draft), 'auth', checkAddress, (path, reason) => {
    if (path === `auth.${field}`) found ??= reason;
  });
  return found;
}
