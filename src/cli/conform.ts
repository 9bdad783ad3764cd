import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { type CheckReport, checkService, MAX_REQUESTS } from '../core/conformance/check.ts';
import { isTableName } from '../core/conformance/constructs.ts';
import { MIN_REQUEST_LIMIT } from '../core/conformance/requests.ts';
import type { Finding, RuleID } from '../core/conformance/rules.ts';
import {
  formatVerdictCounts,
  ruleTitles,
  verdictDetails,
  verdictNames,
} from '../core/messages/conformance.ts';
import { formatReportJson } from '../core/messages/conformanceReport.ts';
import { describeParseError } from '../core/messages/optionErrors.ts';
import { sentenceText } from '../core/messages/sentence.ts';
import { encodeVaultID } from '../core/service/address.ts';
import { cleanToken } from '../core/service/client.ts';
import type { ApiError } from '../core/service/errors.ts';
import { findResponseError } from '../core/service/responseErrors.ts';
import type { Transport } from '../core/service/transport.ts';
import { sleep } from '../node/sleep.ts';
import { createEditorTransport } from '../node/transport/editorTransport.ts';
import { parseAddressOption } from './addresses.ts';
import { confirmInTerminal } from './confirmInTerminal.ts';
import { describeError } from './describeError.ts';
import { CLEAR_LINE, writeError } from './terminalText.ts';
import { VERSION } from './version.ts';

export const CONFORM_HELP = `Checks a vault service against its document, and finds out what the document leaves open.
Sends at most ${MAX_REQUESTS} requests, all of them SELECTs and listings of audit events. Each may create an audit event.
No write is ever sent, and the report contains no value, no token, and no name of a table or column.

Usage: conform --url U --account A --vault V --token-env NAME [options]
  --url U              address of the service, without /v1
  --account A          account ID
  --vault V            vault ID
  --token-env NAME     environment variable with the access token
  --vault-url U        address of the vault, if it has one of its own
  --table T            table to query (default: one that the audit events name)
  --max-requests N     at most N requests, ${MIN_REQUEST_LIMIT} to 200 (default ${MAX_REQUESTS}); with fewer, less can be told
  --with-host          include the host of the service in the JSON report
  --format text|json   report format (default text)
  --yes                do not ask before sending
  --help               this text
Ends with 0: no rule fails, 1: a rule fails, also one that the document leaves open, 2: could not run, was
cancelled, or could not check queries.
Uses the fetch of Node.js: no proxy; NODE_EXTRA_CA_CERTS names additional certificate authorities.
`;

interface ConformIO {
  writeOut(text: string): void;
  writeError(text: string): void;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly transport: Transport;
  readonly signal: AbortSignal;
  showProgress(text: string): void;
  confirm(question: string): Promise<boolean> | undefined;
}

const createProcessIO = (): ConformIO => ({
  writeOut: (text) => void process.stdout.write(text),
  writeError,
  environment: process.env,
  transport: createEditorTransport(),
  signal: createInterruptSignal(),
  showProgress(text) {
    if (!process.stderr.isTTY) return;
    writeError(CLEAR_LINE);
    writeError(text);
  },
  confirm: (question) => (process.stdin.isTTY ? confirmInTerminal(question) : undefined),
});

function createInterruptSignal(): AbortSignal {
  const controller = new AbortController();
  process.once('SIGINT', () => controller.abort());
  return controller.signal;
}

const TIMEOUT_MS = 60_000;

type ParsedArguments =
  | { readonly ok: true; readonly help: true }
  | {
      readonly ok: true;
      readonly help: false;
      readonly addresses: { readonly audit: string; readonly vault: string };
      readonly hosts: readonly string[];
      readonly accountID: string;
      readonly vaultID: string;
      readonly tokenVariable: string;
      readonly table: string | undefined;
      readonly maxRequests: number;
      readonly format: 'text' | 'json';
      readonly withHost: boolean;
      readonly isConfirmed: boolean;
    }
  | { readonly ok: false; readonly why: string };

const createArgumentProblem = (why: string): ParsedArguments => ({ ok: false, why });

function parseArguments(args: readonly string[]): ParsedArguments {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        url: { type: 'string' },
        account: { type: 'string' },
        vault: { type: 'string' },
        'token-env': { type: 'string' },
        'vault-url': { type: 'string' },
        table: { type: 'string' },
        'max-requests': { type: 'string', default: String(MAX_REQUESTS) },
        'with-host': { type: 'boolean', default: false },
        format: { type: 'string', default: 'text' },
        yes: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    if (values.help) return { ok: true, help: true };
    for (const name of ['url', 'account', 'vault', 'token-env'] as const)
      if (!values[name]) return createArgumentProblem(`--${name} is missing.`);
    const address = parseAddressOption('url', values.url ?? '');
    const ofVault = values['vault-url'];
    const vaultAddress = ofVault === undefined ? address : parseAddressOption('vault-url', ofVault);
    const { format } = values;
    if (format !== 'text' && format !== 'json')
      return createArgumentProblem(`--format must be text or json, not "${format}".`);
    const vaultID = encodeVaultID(values.vault ?? '');
    if (!vaultID.ok) return createArgumentProblem(`--vault is no ID of a vault (${vaultID.reason}).`);
    const { table } = values;
    if (table !== undefined && !isTableName(table))
      return createArgumentProblem(
        '--table must be a name as in a statement, such as persons or "My Table".',
      );
    const maxRequests = Number(values['max-requests']);
    if (!/^\d+$/.test(values['max-requests']) || maxRequests < MIN_REQUEST_LIMIT || maxRequests > 200)
      return createArgumentProblem(`--max-requests must be a whole number from ${MIN_REQUEST_LIMIT} to 200.`);
    return {
      ok: true,
      help: false,
      addresses: { audit: address.url, vault: vaultAddress.url },
      hosts: [...new Set([address.host, vaultAddress.host])],
      accountID: values.account ?? '',
      vaultID: values.vault ?? '',
      tokenVariable: values['token-env'] ?? '',
      table,
      maxRequests,
      format,
      withHost: values['with-host'],
      isConfirmed: values.yes,
    };
  } catch (error) {
    return createArgumentProblem(describeParseError(error));
  }
}

/**
 * Runs the command `conform`. Returns the exit code: 2 if the check could not be run, was not confirmed, was cancelled,
 * or could not check queries; otherwise 1 if a rule fails, and 0 if none fails or help was displayed.
 */
export async function runConformCommand(
  args: readonly string[],
  io: ConformIO = createProcessIO(),
): Promise<number> {
  const parsed = parseArguments(args);
  if (!parsed.ok) {
    io.writeError(`${parsed.why}\n${CONFORM_HELP}`);
    return 2;
  }
  if (parsed.help) {
    io.writeOut(CONFORM_HELP);
    return 0;
  }
  const token = cleanToken(io.environment[parsed.tokenVariable] ?? '');
  if (!token.ok) {
    io.writeError(
      // Without the variable's name, which is the token itself if the shell has expanded a variable.
      `The environment variable of --token-env has no usable access token (${token.reason}). Use the name of a variable, such as VAULT_TOKEN, without a $ before it.\n`,
    );
    return 2;
  }
  const { hosts, maxRequests, isConfirmed } = parsed;
  const question = `Send at most ${maxRequests} requests to ${hosts.join(' and ')}? Each may create an audit event.`;
  const isAgreed = isConfirmed || (await io.confirm(question));
  if (isAgreed === undefined) {
    io.writeError(`${question} Confirm with --yes.\n`);
    return 2;
  }
  if (!isAgreed) {
    io.writeError('Nothing was sent.\n');
    return 2;
  }
  const failures: FirstFailures = {};
  const report = await checkService({
    transport: recordFailures(io.transport, token.token, failures),
    addresses: parsed.addresses,
    token: token.token,
    accountID: parsed.accountID,
    vaultID: parsed.vaultID,
    table: parsed.table,
    maxRequests,
    timeoutMs: TIMEOUT_MS,
    sleep,
    now: Date.now,
    aliasSuffix: randomBytes(6).toString('hex'),
    onRequest: (sent) => io.showProgress(`${sent} of at most ${maxRequests} requests`),
    signal: io.signal,
  });
  io.showProgress('');
  const options = { version: VERSION, ...(parsed.withHost ? { host: hosts.join(', ') } : {}) };
  io.writeOut(parsed.format === 'json' ? formatReportJson(report, options) : formatReport(report));
  if (report.isCancelled) return 2;
  const problem = explainUncheckedQueries(report, parsed, failures);
  if (problem !== undefined) {
    io.writeError(`${problem}\n`);
    return 2;
  }
  return report.findings.some(({ verdict }) => verdict === 'fails') ? 1 : 0;
}

/** The errors of the first listing and of the first query that failed; absent if none did. */
type FirstFailures = { -readonly [Operation in 'audit' | 'query']?: ApiError };

/** Returns a transport that also records in `failures` why requests of `transport` failed. */
const recordFailures = (transport: Transport, token: string, failures: FirstFailures): Transport => ({
  async send(request, signal) {
    const outcome = await transport.send(request, signal);
    const error = outcome.ok
      ? findResponseError(outcome.response, request.url, token, Date.now())
      : outcome.error;
    if (error) failures[request.method === 'GET' ? 'audit' : 'query'] ??= error;
    return outcome;
  },
});

type CheckedService = Pick<
  Extract<ParsedArguments, { readonly help: false }>,
  'addresses' | 'maxRequests' | 'vaultID'
>;

/** Returns why queries could not be checked; undefined if they were. */
function explainUncheckedQueries(
  { findings }: CheckReport,
  { maxRequests, addresses, vaultID }: CheckedService,
  failures: FirstFailures,
): string | undefined {
  const find = (rule: RuleID) => findings.find((finding) => finding.rule === rule);
  const [listing, query] = [find('S23'), find('S32')];
  if (query?.verdict !== 'unknown') return undefined;
  const statusText = (finding: Finding | undefined): string => {
    const status = finding?.evidence.at(-1)?.status;
    return status === undefined ? 'no response' : `HTTP ${status}`;
  };
  const { audit, query: ofQuery } = failures;
  if (listing?.verdict === 'unknown') {
    const why = audit && describeError(audit, { operation: 'audit', address: addresses.audit });
    return `The service accepted no request. ${why ?? `Check --url and --account (${statusText(listing)}).`}`;
  }
  switch (query.reason) {
    case 'queryRejected':
      return `Queries were not checked: the service rejected the first one (${statusText(query)}). Check --vault and --table, and whether the token may read them.`;
    case 'noTable':
      return 'Queries were not checked: no audit event names a table of this vault. Check --vault, or name a table with --table.';
    case 'notReached':
      return `Queries were not checked: the check ended before. At most ${maxRequests} requests were allowed; see --max-requests.`;
    default: {
      const why =
        ofQuery && describeError(ofQuery, { operation: 'query', address: addresses.vault, vaultID });
      return `Queries were not checked: the first one failed. ${why ?? `Check --vault (${statusText(query)}).`}`;
    }
  }
}

function formatReport({ findings, requests, isCutOff, isCancelled }: CheckReport): string {
  const titles = ruleTitles();
  const names = verdictNames();
  const lines = findings.map((finding) => {
    const { rule, verdict } = finding;
    const details = verdictDetails(finding).map((sentence) => sentenceText(sentence));
    const verdictText = sentenceText(names[verdict]).padEnd(15);
    return `${rule.padEnd(4)} ${verdictText} ${[`${sentenceText(titles[rule])}.`, ...details].join(' ')}\n`;
  });
  const counts = `${sentenceText(formatVerdictCounts(findings))}\n`;
  const start = isCancelled ? 'The check was cancelled. ' : '';
  const sent = requests === 1 ? '1 request was sent.' : `${requests} requests were sent.`;
  const end = isCutOff && !isCancelled ? ' Not everything was tried: see --max-requests.' : '';
  return `${lines.join('')}${counts}${start}${sent}${end}\n`;
}
