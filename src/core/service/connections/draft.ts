/**
 * The texts that the user has entered into the form of a connection so far, and which fields the form prompts for next.
 */
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

/** The fields of the setting `auth` except `kind`. */
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

/**
 * The entered text by field; a field is absent until the user was prompted for it. Texts entered for another kind of
 * sign-in stay, in case the user switches back to it.
 */
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
/**
 * Whether a field may be left empty. If `issuer` is empty, the form prompts for the URLs of the sign-in server instead.
 */
export const isOptional = (field: FieldName): boolean => OPTIONAL.has(field);

/** Returns the selected kind of sign-in; `token` (a pasted token) if none is selected. */
export const kindOf = ({ kind }: Draft): SignInKind => signInKinds.find((one) => one === kind) ?? 'token';

/** Returns the fields that the draft's kind of sign-in needs, in the order of the form. */
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
      return [
        'issuer',
        ...addressesWithoutIssuer(draft, ['tokenUrl', 'authorizationUrl']),
        'clientID',
        'scope',
      ];
    case 'device':
      return [
        'issuer',
        ...addressesWithoutIssuer(draft, ['tokenUrl', 'deviceAuthorizationUrl']),
        'clientID',
        'scope',
      ];
    case 'clientCredentials':
      return ['issuer', ...addressesWithoutIssuer(draft, ['tokenUrl']), 'clientID', 'scope'];
  }
}

/**
 * Returns `addresses` (the fields for URLs of the sign-in server) if the draft has no issuer, else none. While neither
 * issuer nor token URL was prompted for, returns none, so that the form does not count steps that few users need.
 */
function addressesWithoutIssuer(
  { issuer, tokenUrl }: Draft,
  addresses: readonly AuthFieldName[],
): readonly AuthFieldName[] {
  const isUnasked = issuer === undefined && tokenUrl === undefined;
  return issuer || isUnasked ? [] : addresses;
}

/**
 * The last step of adding a connection: prompting for a secret, which is never part of the draft, or offering to test
 * the connection.
 */
export type LastField = 'secret' | 'test';

/**
 * Returns the steps of adding a connection, in order. Names are not among them: they are suggested, and can be edited
 * later.
 */
export const fieldsToAdd = (draft: Draft): readonly (FieldName | LastField)[] => [
  ...(['baseUrl', 'environment', 'kind'] as const),
  ...authFields(draft),
  'accountID',
  ...(vaultInAddress(draft.baseUrl ?? '') ? [] : (['vaultID'] as const)),
  ...(hasSecret(draft) ? (['secret'] as const) : (['test'] as const)),
];

const hasSecret = (draft: Draft): boolean => secretOfKind(kindOf(draft)) !== undefined;

/**
 * Splits the address of a vault, such as its query URL, into base URL and vault ID. Returns undefined for any other
 * address.
 */
export function vaultInAddress(
  address: string,
): { readonly baseUrl: string; readonly vaultID: string } | undefined {
  const [, baseUrl, vaultID] = /^(.+?)\/v1\/vaults\/([\w.-]+)(?:\/query)?\/?$/.exec(address.trim()) ?? [];
  return baseUrl && vaultID ? { baseUrl, vaultID } : undefined;
}

/**
 * Suggests a name for the connection with the base URL `address`: the first label of the host name, or a whole IP
 * address. The name contains no slash.
 */
export function suggestConnectionName(address: string): string {
  const host = /^\w+:\/\/(\[[^\]]*\]|[^/:?#]+)/.exec(address.trim())?.[1] ?? address;
  return /^\[|^[\d.]+$/.test(host) ? host : (host.split('.')[0] ?? host);
}

/**
 * Parses a command as the user enters it: words separated by whitespace, or, if an argument contains whitespace or
 * quotes, a JSON list of strings. Returns undefined for a text with quotes that is not a list, and for a list that
 * is incomplete, empty, or contains anything but non-blank strings, so that only the intended command is run.
 */
export function parseCommand(text: string): readonly string[] | undefined {
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

/** Returns a command as the user would enter it. The inverse of `parseCommand`. */
export const commandText = (command: readonly string[]): string =>
  command.some((word) => /[\s"']/.test(word)) || command[0]?.startsWith('[')
    ? JSON.stringify(command)
    : command.join(' ');

/** Returns the draft's sign-in as the setting `auth`, with only the fields of its kind. */
export function authOf(draft: Draft): Fields {
  const fields = authFields(draft).flatMap((field): readonly (readonly [string, unknown])[] => {
    const text = draft[field]?.trim() ?? '';
    if (field === 'command') return [[field, parseCommand(text) ?? []]];
    if (text === '') return [];
    return [[field, field === 'variables' ? wordsOf(text) : text]];
  });
  return { kind: kindOf(draft), ...Object.fromEntries(fields) };
}

/** Returns the draft of a new connection as an entry of the setting `vaultsql.connections`. */
export function entryOfDraft(draft: Draft): Fields {
  const { name, environment = 'development', accountID = '' } = draft;
  const found = vaultInAddress(draft.baseUrl ?? '');
  const { baseUrl } = found ?? draft;
  const vault = vaultOf(found ? { ...draft, vaultID: found.vaultID } : draft);
  return { name, environment, baseUrl, accountID, vaults: [vault], auth: authOf(draft) };
}

/** Returns the draft's vault as an entry of the setting `vaults` of a connection. */
export const vaultOf = ({ vaultID = '', vaultName, vaultBaseUrl }: Draft): Fields => ({
  id: vaultID,
  name: vaultName || vaultID,
  ...(vaultBaseUrl && { baseUrl: vaultBaseUrl }),
});

/** Returns a connection, and one of its vaults if given, as a draft to edit. */
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

/**
 * Returns the problem that parsing the setting would report for a field of the draft's sign-in; undefined if the field
 * is valid.
 */
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
