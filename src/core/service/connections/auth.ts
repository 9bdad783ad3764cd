import { isAbsoluteOrHomePath } from './clientCertificate.ts';
import type { ConnectionProblemReason } from './connections.ts';

/** A sign-in server, given by its issuer (from which its endpoints are discovered) or by its endpoint URLs. */
export type SignInServer =
  | { readonly issuer: string }
  | {
      readonly tokenUrl: string;
      readonly authorizationUrl?: string;
      readonly deviceAuthorizationUrl?: string;
      readonly revocationUrl?: string;
    };

export interface OAuthClient {
  readonly server: SignInServer;
  readonly clientID: string;
  readonly scope?: string;
}

export type OAuthKind = 'oauth' | 'device' | 'clientCredentials';
export type OAuth = { readonly kind: OAuthKind } & OAuthClient;

export type Auth =
  | { readonly kind: 'token' }
  | { readonly kind: 'environment'; readonly variable: string }
  | {
      readonly kind: 'command';
      readonly command: readonly string[];
      /** Names of environment variables that are passed to the command in addition to the default ones. */
      readonly variables?: readonly string[];
    }
  | { readonly kind: 'serviceAccount'; readonly keyFile: string; readonly scope?: string }
  | OAuth;

export type Fields = Readonly<Record<string, unknown>>;
export const isPlainObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const isNonBlankString = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '';
const isTextList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every(isNonBlankString);

type ReportProblem = (path: string, reason: ConnectionProblemReason) => void;
type CheckAddress = (address: string) => boolean;

/** Whether `program` is an absolute path, a path below the home folder, or a name that is looked up in PATH. */
const isProgramPathOrName = (program: string): boolean =>
  /^(?:\/|~[\\/]|[a-z]:[\\/]|\\\\)/i.test(program) || !/[\\/:]|^\.{1,2}$/.test(program);

/**
 * Parses the setting `auth`. The paths of reported problems begin with `path`, the path of the setting itself. If the
 * setting is absent, or no sign-in can be created from it, returns the sign-in by a pasted token.
 */
export function parseAuth(
  value: unknown,
  path: string,
  checkAddress: CheckAddress,
  report: ReportProblem,
): Auth {
  const pastedToken: Auth = { kind: 'token' };
  if (value === undefined) return pastedToken;
  if (!isPlainObject(value)) {
    report(path, 'not-an-object');
    return pastedToken;
  }
  const { kind } = value;
  if (!isSignInKind(kind)) {
    report(path, 'bad-auth');
    return pastedToken;
  }
  return parsersByKind[kind](value, { path, checkAddress, report }) ?? pastedToken;
}

interface AuthContext {
  readonly path: string;
  readonly checkAddress: CheckAddress;
  readonly report: ReportProblem;
}

const parsersByKind: Readonly<
  Record<Auth['kind'], (fields: Fields, reading: AuthContext) => Auth | undefined>
> = {
  token: () => ({ kind: 'token' }),
  environment: parseEnvironmentAuth,
  command: parseCommandAuth,
  serviceAccount: (fields, { path, report }) => parseServiceAccountAuth(fields, path, report),
  oauth: (fields, reading) => parseOAuth('oauth', fields, reading),
  device: (fields, reading) => parseOAuth('device', fields, reading),
  clientCredentials: (fields, reading) => parseOAuth('clientCredentials', fields, reading),
};

const isSignInKind = (kind: unknown): kind is Auth['kind'] =>
  typeof kind === 'string' && Object.hasOwn(parsersByKind, kind);

function parseEnvironmentAuth({ variable }: Fields, { path, report }: AuthContext): Auth | undefined {
  if (isNonBlankString(variable)) return { kind: 'environment', variable };
  report(path, 'bad-auth');
  return undefined;
}

function parseCommandAuth({ command, variables }: Fields, { path, report }: AuthContext): Auth | undefined {
  const isReadable =
    isTextList(command) && command.length > 0 && (variables === undefined || isTextList(variables));
  if (!isReadable) {
    report(path, 'bad-auth');
    return undefined;
  }
  if (!isProgramPathOrName(command[0] ?? '')) report(`${path}.command`, 'bad-command');
  return { kind: 'command', command, ...(variables && { variables }) };
}

function readRequiredText(
  fields: Fields,
  key: string,
  path: string,
  report: ReportProblem,
): string | undefined {
  const value = fields[key];
  if (isNonBlankString(value)) return value.trim();
  report(`${path}.${key}`, value === undefined || value === '' ? 'missing' : 'not-text');
  return undefined;
}

function readScope({ scope }: Fields, path: string, report: ReportProblem): { readonly scope?: string } {
  if (scope === undefined || scope === '') return {};
  if (isNonBlankString(scope)) return { scope: scope.trim() };
  report(`${path}.scope`, 'not-text');
  return {};
}

function parseServiceAccountAuth(fields: Fields, path: string, report: ReportProblem): Auth | undefined {
  const keyFile = readRequiredText(fields, 'keyFile', path, report);
  if (keyFile === undefined) return undefined;
  if (!isAbsoluteOrHomePath(keyFile)) report(`${path}.keyFile`, 'bad-file');
  return { kind: 'serviceAccount', keyFile, ...readScope(fields, path, report) };
}

const ENDPOINT_OF_KIND: Readonly<
  Record<OAuthKind, 'authorizationUrl' | 'deviceAuthorizationUrl' | undefined>
> = {
  oauth: 'authorizationUrl',
  device: 'deviceAuthorizationUrl',
  clientCredentials: undefined,
};

function parseOAuth(
  kind: OAuthKind,
  fields: Fields,
  { path, checkAddress, report }: AuthContext,
): Auth | undefined {
  const address = (key: string): string | undefined => {
    const text = readRequiredText(fields, key, path, report);
    if (text === undefined || checkAddress(text)) return text;
    report(`${path}.${key}`, 'bad-address');
    return undefined;
  };
  const clientID = readRequiredText(fields, 'clientID', path, report);
  const scope = readScope(fields, path, report);
  const own = ENDPOINT_OF_KIND[kind];
  // Without issuer and token URL, the issuer is reported as missing, because the endpoints can be discovered from it.
  if (fields.issuer !== undefined || fields.tokenUrl === undefined) {
    const issuer = address('issuer');
    if (issuer === undefined || clientID === undefined) return undefined;
    return { kind, server: { issuer }, clientID, ...scope };
  }
  const tokenUrl = address('tokenUrl');
  const ownUrl = own && address(own);
  const revocationUrl = fields.revocationUrl === undefined ? undefined : address('revocationUrl');
  if (tokenUrl === undefined || clientID === undefined || (own && ownUrl === undefined)) return undefined;
  const server = { tokenUrl, ...(own && { [own]: ownUrl }), ...(revocationUrl && { revocationUrl }) };
  return { kind, server, clientID, ...scope };
}
