import { errorCode, errorText } from '../core/messages/thrownErrors.ts';
import { parseServeArguments } from '../localVault/arguments.ts';
import { type Authorization, createSignInServer } from '../localVault/authorization/authorization.ts';
import { EngineFilesError } from '../localVault/engine/files.ts';
import { FolderError } from '../localVault/engine/folder.ts';
import { scheduleForcedExit } from '../localVault/forcedExit.ts';
import type { RequestLogEntry } from '../localVault/options.ts';
import { type LocalVault, startLocalVault } from '../localVault/server/server.ts';
import { writeNewFile } from '../node/newFile.ts';
import { writeError } from './terminalText.ts';

export const SERVE_HELP = `Starts a local vault: a PostgreSQL with sample data behind the service's two operations, on 127.0.0.1 only.

Usage: serve [options]
  --port N                  port to listen on (default 0: any free one)
  --rows N                  persons in the vault, 1 to 1000000 (default 10000)
  --seed N                  seed of the sample data (default 1)
  --token T                 bearer token (default: a new random one)
  --audit-paging after|none whether afterOps.* starts a further page of audit events (default after)
  --query-timeout S         seconds until a query is stopped (default 10)
  --data DIR                cache folder, for faster restarts (default: in your cache directory)
  --faults [LIST]           inject faults: latencyMs=N, status=N, requests=N, expiredToken,
                            truncatedBody, ignoredOffset, reorderedPages; PUT /faults changes them
  --behavior LIST           what the service's document leaves open: cursor=after|inclusive|renamed|ignored|refused,
                            pageSize=N, limitParameter=limit|ignored|refused, order=newest|oldest|arrival,
                            shortPages, lateMs=N, requestID=same|different|absent, shortRows,
                            errorBody=nested|flat|text|html|empty, largeLimit=cut|refused, nulls=absent|null,
                            largeNumbers=exact|rounded|text, undocumentedSql=accepted|refused|LIST,
                            redactionLevels=all|documented|LIST, rateLimit=N, rateLimitHeader=present|absent;
                            a LIST is joined by +, as in TRUE+COMMA-JOIN
  --strict                  reject what the service's document does not name
  --auth LIST               also sign in by oauth, device, clientCredentials, serviceAccount
  --token-lifetime S        seconds until a token of --auth ends (default 3600)
  --key-file FILE           where to write the key file of --auth serviceAccount (a new file)
  --help                    this text
`;

/**
 * Returns the text that is displayed when the local vault runs: its address, token, and IDs, how to sign in if it has
 * `authorization`, and example commands.
 */
export function formatConnectionHelp(vault: LocalVault): string {
  const { url, token, accountID, vaultID } = vault;
  // Double quotes, because the command must work in a POSIX shell and in cmd.exe.
  const authorization = `-H "Authorization: Bearer ${token}"`;
  const body = '{\\"query\\":\\"SELECT id, name, city FROM persons LIMIT 5\\"}';
  return [
    'The local vault is running. Stop it with Ctrl+C.',
    '',
    `  address  ${url}`,
    `  token    ${token}`,
    `  account  ${accountID}`,
    `  vault    ${vaultID}`,
    ...(vault.authorization ? formatSignInLines(vault.authorization, url) : []),
    '',
    'Run a query:',
    `  curl -s ${authorization} -H "Content-Type: application/json" -d "${body}" ${url}/v1/vaults/${vaultID}/query`,
    'List the audit events:',
    `  curl -s ${authorization} "${url}/v1/audit/events?filterOps.accountID=${accountID}"`,
    '',
  ].join('\n');
}

const formatSignInLines = (
  { kinds, clientID, clientSecret }: Authorization,
  url: string,
): readonly string[] => [
  `  sign-in  ${kinds.join(', ')}`,
  `  issuer   ${url}`,
  `  client   ${clientID}`,
  ...(kinds.includes('clientCredentials') ? [`  secret   ${clientSecret}`] : []),
];

export function formatRequestLogLine({
  method,
  template,
  status,
  milliseconds,
  requestID,
}: RequestLogEntry): string {
  return `${method} ${template} ${status} ${milliseconds.toFixed(1)} ms ${requestID}`;
}

export interface Terminal {
  writeOut(text: string): void;
  writeError(text: string): void;
  waitForInterrupt(): Promise<void>;
}

const terminal: Terminal = {
  writeOut: (text) => void process.stdout.write(text),
  writeError,
  waitForInterrupt: () =>
    new Promise((resolve) => {
      const end = () => {
        scheduleForcedExit();
        resolve();
      };
      process.once('SIGINT', end);
      process.once('SIGTERM', end);
      process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
        if (code === 'EPIPE') end();
      });
    }),
};

/**
 * Runs the local vault until it is stopped, for example by Ctrl+C. Returns the exit code: 0 if it was stopped or help
 * was displayed, 2 after a problem, which is reported.
 */
export async function runServeCommand(
  args: string[],
  { writeOut, writeError, waitForInterrupt } = terminal,
): Promise<number> {
  const parsed = parseServeArguments(args);
  if (!parsed.ok) {
    writeError(`${parsed.message}\nserve --help shows the options.\n`);
    return 2;
  }
  if (parsed.help) {
    writeOut(SERVE_HELP);
    return 0;
  }
  const end = waitForInterrupt();
  const startAbort = new AbortController();
  void end.then(() => startAbort.abort());
  writeOut('Starting the local vault…\n');
  try {
    const vault = await startLocalVault({
      ...parsed.options,
      ...(parsed.authorization && { authorization: createSignInServer(parsed.authorization) }),
      signal: startAbort.signal,
      onRequest: (line) => writeOut(`${formatRequestLogLine(line)}\n`),
      warn: (message, cause) =>
        writeError(`Warning: ${message}${cause === undefined ? '' : `: ${String(cause)}`}\n`),
    });
    const written = await writeRequestedKeyFile(parsed.keyFile, vault);
    if (written.ok) {
      writeOut(`${formatConnectionHelp(vault)}\n`);
      await end;
    } else writeError(`${written.message}\n`);
    await vault.close();
    return written.ok ? 0 : 2;
  } catch (problem) {
    if (startAbort.signal.aborted) return 0;
    writeError(`${describeStartProblem(problem, parsed.options.port ?? 0)}\n`);
    return 2;
  }
}

/**
 * Writes the key file of `--auth serviceAccount`, if the options name one. An existing file is not replaced, because it
 * could be the key of a real account.
 */
async function writeRequestedKeyFile(
  file: string | undefined,
  { authorization }: LocalVault,
): Promise<{ readonly ok: true } | { readonly ok: false; readonly message: string }> {
  if (file === undefined || !authorization) return { ok: true };
  const text = `${JSON.stringify(authorization.createCredentialsFileContent(), null, 2)}\n`;
  try {
    await writeNewFile(file, text);
    return { ok: true };
  } catch (problem) {
    const code = errorCode(problem) ?? 'unknown error';
    const why = code === 'EEXIST' ? 'it exists already' : code;
    return { ok: false, message: `Could not write ${file}: ${why}. Choose another file with --key-file.` };
  }
}

function describeStartProblem(problem: unknown, port: number): string {
  if (problem instanceof FolderError) return `${problem.message} Choose another with --data.`;
  if (problem instanceof EngineFilesError)
    return `${problem.message} Copy the folder dist/localVault of the build beside cli.cjs.`;
  const code = errorCode(problem);
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use by another program. Choose another with --port, or omit --port.`;
  if (code === 'EACCES') return `Port ${port} is not permitted. Choose one above 1023 with --port.`;
  return `Could not start the local vault: ${errorText(problem)}`;
}
