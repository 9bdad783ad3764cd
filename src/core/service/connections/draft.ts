import { type Fields, isNonBlankString, isPlainObject, parseAuth } from './auth.ts';
import { toAuthSetting } from './connectionFile.ts';
import type { Connection, ConnectionProblemReason, VaultRef } from './connections.ts';
import { getPastedSecretKind, type SignInKind, signInKinds } from './signInKinds.ts';
import { parseTrailTable } from './trailTable.ts';

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
  | 'vaultBaseUrl'
  | TrailFieldName;

/**
 * The fields of a draft that describe the table of audit events in ClickHouse. `trailTable` contains the names of the
 * database and the table, separated by a dot.
 */
type TrailFieldName = 'trailUrl' | 'trailTable' | 'trailUser';

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
 * The text of each form field. Text that was entered for another kind of sign-in is kept, in case the user switches
 * back to that kind.
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
  'trailUrl',
]);
/**
 * Whether a field may be left empty. If `issuer` is empty, the form prompts for the URLs of the sign-in server instead.
 * If `trailUrl` is empty, the connection names no table of audit events.
 */
export const isOptionalField = (field: FieldName): boolean => OPTIONAL.has(field);

export const signInKindOf = ({ kind }: Draft): SignInKind =>
  signInKinds.find((one) => one === kind) ?? 'token';

export function authFieldsOf(draft: Draft): readonly AuthFieldName[] {
  const kind = signInKindOf(draft);
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
        ...addressFieldsWithoutIssuer(draft, ['tokenUrl', 'authorizationUrl']),
        'clientID',
        'scope',
      ];
    case 'device':
      return [
        'issuer',
        ...addressFieldsWithoutIssuer(draft, ['tokenUrl', 'deviceAuthorizationUrl']),
        'clientID',
        'scope',
      ];
    case 'clientCredentials':
      return ['issuer', ...addressFieldsWithoutIssuer(draft, ['tokenUrl']), 'clientID', 'scope'];
  }
}

/**
 * Returns none if the draft has a non-empty issuer. Also returns none if the form has prompted for neither issuer nor
 * token URL yet, so that these steps are not counted. Otherwise, returns `addresses`.
 */
function addressFieldsWithoutIssuer(
  { issuer, tokenUrl }: Draft,
  addresses: readonly AuthFieldName[],
): readonly AuthFieldName[] {
  const isUnprompted = issuer === undefined && tokenUrl === undefined;
  return issuer || isUnprompted ? [] : addresses;
}

/**
 * The last step of adding a connection: prompting for a secret, which is never part of the draft, or offering to test
 * the connection.
 */
export type LastStep = 'secret' | 'test';

/**
 * Returns the steps of adding a connection, in order. Names are not among them: they are suggested, and can be edited
 * later.
 */
export const listStepsToAddConnection = (draft: Draft): readonly (FieldName | LastStep)[] => [
  ...(['baseUrl', 'environment', 'kind'] as const),
  ...authFieldsOf(draft),
  'accountID',
  ...(parseVaultAddress(draft.baseUrl ?? '') ? [] : (['vaultID'] as const)),
  ...(needsPastedSecret(draft) ? (['secret'] as const) : (['test'] as const)),
];

const needsPastedSecret = (draft: Draft): boolean => getPastedSecretKind(signInKindOf(draft)) !== undefined;

/**
 * Splits the address of a vault, such as its query URL, into base URL and vault ID. Returns undefined for an address
 * that is not recognized as one.
 */
export function parseVaultAddress(
  address: string,
): { readonly baseUrl: string; readonly vaultID: string } | undefined {
  const [, baseUrl, vaultID] = /^(.+?)\/v1\/vaults\/([\w.-]+)(?:\/query)?\/?$/.exec(address.trim()) ?? [];
  return baseUrl && vaultID ? { baseUrl, vaultID } : undefined;
}

/** Suggests a name for a connection from its base URL: the first label of the host name, or a whole IP address. */
export function suggestConnectionName(address: string): string {
  const host = /^\w+:\/\/(\[[^\]]*\]|[^/:?#]+)/.exec(address.trim())?.[1] ?? address;
  return /^\[|^[\d.]+$/.test(host) ? host : (host.split('.')[0] ?? host);
}

/**
 * Parses a command as the user enters it: words separated by whitespace, or a JSON list of strings. Returns undefined
 * for words with quotes, and for a list that is invalid, is empty or has a blank item, so that only the intended
 * command is run.
 */
export function parseCommand(text: string): readonly string[] | undefined {
  const trimmed = text.trim();
  if (!trimmed.startsWith('[')) return /["']/.test(trimmed) ? undefined : splitWords(trimmed);
  try {
    const list: unknown = JSON.parse(trimmed);
    const isTexts = Array.isArray(list) && list.every((one) => typeof one === 'string' && one.trim() !== '');
    return isTexts && list.length > 0 ? list : undefined;
  } catch {
    // An incomplete list, such as while the user is typing.
    return undefined;
  }
}

const splitWords = (text: string): readonly string[] => text.split(/\s+/).filter(Boolean);

/**
 * Returns a command as the user would enter it. If no word of the command is blank, `parseCommand` returns the same
 * command for this text.
 */
export const formatCommand = (command: readonly string[]): string =>
  command.some((word) => /[\s"']/.test(word)) || command[0]?.startsWith('[')
    ? JSON.stringify(command)
    : command.join(' ');

/**
 * Returns the draft's sign-in as the setting `auth`, with only the fields of its kind. `before` is the present value of
 * the setting, if there is one. The form does not prompt for `revocationUrl`: if the token URL stays the same, the
 * `revocationUrl` of `before` is kept.
 */
export function authSettingOfDraft(draft: Draft, before?: unknown): Fields {
  const fields = authFieldsOf(draft).flatMap((field): readonly (readonly [string, unknown])[] => {
    const text = draft[field]?.trim() ?? '';
    if (field === 'command') return [[field, parseCommand(text) ?? []]];
    if (text === '') return [];
    return [[field, field === 'variables' ? splitWords(text) : text]];
  });
  const auth: Fields = { kind: signInKindOf(draft), ...Object.fromEntries(fields) };
  const hasSameServer =
    isPlainObject(before) && isNonBlankString(before.tokenUrl) && before.tokenUrl.trim() === auth.tokenUrl;
  return hasSameServer && before.revocationUrl !== undefined
    ? { ...auth, revocationUrl: before.revocationUrl }
    : auth;
}

export function settingEntryOfDraft(draft: Draft): Fields {
  const { name, environment = 'development', accountID = '' } = draft;
  const found = parseVaultAddress(draft.baseUrl ?? '');
  const { baseUrl } = found ?? draft;
  const vault = vaultEntryOfDraft(found ? { ...draft, vaultID: found.vaultID } : draft);
  return { name, environment, baseUrl, accountID, vaults: [vault], auth: authSettingOfDraft(draft) };
}

export const vaultEntryOfDraft = ({ vaultID = '', vaultName, vaultBaseUrl }: Draft): Fields => ({
  id: vaultID,
  name: vaultName || vaultID,
  ...(vaultBaseUrl && { baseUrl: vaultBaseUrl }),
});

export const trailFieldsOf = ({ trailUrl }: Draft): readonly TrailFieldName[] =>
  trailUrl ? ['trailUrl', 'trailTable', 'trailUser'] : ['trailUrl'];

/**
 * Returns the value of the setting `trail`, which describes the table of audit events that is entered in the draft.
 * Returns undefined if the draft names no table.
 */
export function trailSettingOfDraft({
  trailUrl,
  trailTable = '',
  trailUser = '',
}: Draft): Fields | undefined {
  if (!trailUrl) return undefined;
  const dot = trailTable.indexOf('.');
  const [database, table] =
    dot < 0 ? ['', trailTable] : [trailTable.slice(0, dot), trailTable.slice(dot + 1)];
  return { kind: 'clickhouse', url: trailUrl, database, table, user: trailUser };
}

export function createDraft(connection: Connection, vault?: VaultRef): Draft {
  const { name, baseUrl, environment, accountID, parentAccountID = '', workspaceID = '', auth } = connection;
  const { trail } = connection;
  const entry = toAuthSetting(auth);
  const texts = Object.entries(entry).map(([field, value]) => [
    field,
    field === 'command' && auth.kind === 'command'
      ? formatCommand(auth.command)
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
    ...(trail && {
      trailUrl: trail.url,
      trailTable: `${trail.database}.${trail.table}`,
      trailUser: trail.user,
    }),
    ...(vault && { vaultID: vault.id, vaultName: vault.name, vaultBaseUrl: vault.baseUrl ?? '' }),
  };
}

/**
 * Returns the first problem that parsing the setting would report for this field of the draft's sign-in; undefined if
 * there is none. Problems reported for `auth` as a whole, such as an empty `variable`, do not count.
 */
export function findAuthFieldProblem(
  field: AuthFieldName,
  draft: Draft,
  checkAddress: (address: string) => boolean,
): ConnectionProblemReason | undefined {
  let found: ConnectionProblemReason | undefined;
  parseAuth(authSettingOfDraft(draft), 'auth', checkAddress, (path, reason) => {
    if (path === `auth.${field}`) found ??= reason;
  });
  return found;
}

/**
 * Returns the first problem that parsing the setting `trail` would report for this field of the draft; undefined if there
 * is none.
 */
export function findTrailFieldProblem(
  field: TrailFieldName,
  draft: Draft,
  checkAddress: (address: string) => boolean,
): ConnectionProblemReason | undefined {
  const keys = { trailUrl: ['url'], trailTable: ['database', 'table'], trailUser: ['user'] }[field];
  let found: ConnectionProblemReason | undefined;
  parseTrailTable(trailSettingOfDraft(draft), 'trail', checkAddress, (path, reason) => {
    if (keys.some((key) => path === `trail.${key}`)) found ??= reason;
  });
  return found;
}
