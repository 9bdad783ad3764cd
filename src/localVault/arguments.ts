import { parseArgs } from 'node:util';
import { describeParseError } from '../core/messages/optionErrors.ts';
import type { AuthorizationOptions } from './authorization/authorization.ts';
import { AUTH_KINDS } from './authorization/kinds.ts';
import { type LocalVaultOptions, MAX_ROWS } from './options.ts';
import { parseBehavior, STRICT_BEHAVIOR } from './server/behavior.ts';
import { parseFaults } from './server/faults.ts';
import { hasBearerTokenSyntax } from './server/gate.ts';

type ServeArguments =
  | {
      readonly ok: true;
      readonly help: boolean;
      readonly options: LocalVaultOptions;
      readonly authorization?: AuthorizationOptions;
      readonly keyFile?: string;
    }
  | { readonly ok: false; readonly message: string };

const OPTIONS = {
  port: { type: 'string' },
  rows: { type: 'string' },
  seed: { type: 'string' },
  token: { type: 'string' },
  'audit-paging': { type: 'string' },
  'query-timeout': { type: 'string' },
  data: { type: 'string' },
  faults: { type: 'string' },
  behavior: { type: 'string' },
  strict: { type: 'boolean' },
  auth: { type: 'string' },
  'token-lifetime': { type: 'string' },
  'key-file': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

class ArgumentError extends Error {}

function parseWholeNumber(
  name: string,
  text: string | undefined,
  min: number,
  max: number,
): number | undefined {
  if (text === undefined) return undefined;
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new ArgumentError(`--${name} takes a whole number from ${min} to ${max}, not "${text}".`);
}

function parseAuditPagingOption(text: string | undefined): 'after' | 'none' | undefined {
  if (text === undefined || text === 'after' || text === 'none') return text;
  throw new ArgumentError(`--audit-paging takes after or none, not "${text}".`);
}

function parseQueryTimeoutOption(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const seconds = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (seconds >= 0.05 && seconds <= 3600) return seconds * 1000;
  throw new ArgumentError(`--query-timeout takes seconds from 0.05 to 3600, not "${text}".`);
}

function parseTokenOption(text: string | undefined): string | undefined {
  if (text === undefined || hasBearerTokenSyntax(text)) return text;
  // The text may be a real token, so the message does not repeat it.
  throw new ArgumentError('--token takes letters, digits and -._~+/ only, at most 512.');
}

function parseDataFolderOption(text: string | undefined): string | undefined {
  if (text === '') throw new ArgumentError('--data takes a folder.');
  return text;
}

function parseFaultsOption(text: string | undefined): LocalVaultOptions['faults'] {
  if (text === undefined) return undefined;
  try {
    return parseFaults(text);
  } catch (error) {
    throw new ArgumentError(`--faults: ${error instanceof Error ? error.message : 'not understood'}.`);
  }
}

function parseBehaviorOption(
  text: string | undefined,
  strict: boolean | undefined,
): LocalVaultOptions['behavior'] {
  if (text === undefined) return strict ? STRICT_BEHAVIOR : undefined;
  try {
    return { ...(strict ? STRICT_BEHAVIOR : {}), ...parseBehavior(text) };
  } catch (error) {
    throw new ArgumentError(`--behavior: ${error instanceof Error ? error.message : 'not understood'}.`);
  }
}

const DEFAULT_LIFETIME_SECONDS = 3600;

function parseAuthorizationOptions(
  kinds: string | undefined,
  lifetime: string | undefined,
): AuthorizationOptions | undefined {
  const lifetimeSeconds = parseWholeNumber('token-lifetime', lifetime, 1, 86_400) ?? DEFAULT_LIFETIME_SECONDS;
  if (kinds === undefined) {
    if (lifetime !== undefined) throw new ArgumentError('--token-lifetime needs --auth.');
    return undefined;
  }
  const names = kinds.split(',').filter((name) => name !== '');
  const known = AUTH_KINDS.filter((kind) => names.includes(kind));
  if (names.length === 0 || known.length !== new Set(names).size)
    throw new ArgumentError(`--auth takes a list of ${AUTH_KINDS.join(', ')}, not "${kinds}".`);
  return { kinds: known, lifetimeSeconds };
}

function parseKeyFileOption(
  file: string | undefined,
  options: AuthorizationOptions | undefined,
): string | undefined {
  if (file === undefined) return undefined;
  if (file === '') throw new ArgumentError('--key-file takes a file.');
  if (!options?.kinds.includes('serviceAccount'))
    throw new ArgumentError('--key-file needs --auth serviceAccount.');
  return file;
}

/** Parses the command-line options of a local vault. A problem is returned as one sentence. */
export function parseServeArguments(args: readonly string[]): ServeArguments {
  try {
    const { values } = parseArgs({ args: addEmptyFaultsValue(args), options: OPTIONS, strict: true });
    const options = {
      port: parseWholeNumber('port', values.port, 0, 65_535),
      rows: parseWholeNumber('rows', values.rows, 1, MAX_ROWS),
      seed: parseWholeNumber('seed', values.seed, 0, 2_147_483_647),
      token: parseTokenOption(values.token),
      auditPaging: parseAuditPagingOption(values['audit-paging']),
      queryTimeoutMs: parseQueryTimeoutOption(values['query-timeout']),
      dataDir: parseDataFolderOption(values.data),
      faults: parseFaultsOption(values.faults),
      behavior: parseBehaviorOption(values.behavior, values.strict),
    };
    const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
    const authorization = parseAuthorizationOptions(values.auth, values['token-lifetime']);
    const keyFile = parseKeyFileOption(values['key-file'], authorization);
    return {
      ok: true,
      help: values.help ?? false,
      options: given,
      ...(authorization && { authorization }),
      ...(keyFile !== undefined && { keyFile }),
    };
  } catch (error) {
    return { ok: false, message: describeParseError(error) };
  }
}

/**
 * Replaces `--faults` with `--faults=` if no value follows. With this empty value, there are no faults at the start,
 * but requests can set faults later.
 */
function addEmptyFaultsValue(args: readonly string[]): string[] {
  return args.map((arg, i) => {
    const next = args[i + 1];
    return arg === '--faults' && (next === undefined || next.startsWith('--')) ? '--faults=' : arg;
  });
}
