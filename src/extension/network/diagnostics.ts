/**
 * Creates the diagnostics for a problem report. The text may become public, so it must contain no connection names,
 * addresses, file paths, queries, values or tokens.
 */
import tls from 'node:tls';
import * as vscode from 'vscode';
import type { RequestAttempt } from '../../core/service/networkLog.ts';
import type { Deps } from '../app/deps.ts';
import { formatLogTable } from './logText.ts';

const MAX_REQUESTS = 50;
const VARIABLES = ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE'] as const;

type DiagnosticsDeps = Pick<Deps, 'context' | 'settings' | 'targets' | 'networkLog'>;

export function createDiagnostics(deps: DiagnosticsDeps): string {
  return [
    '## Vault SQL diagnostics',
    ...[...createEditorLines(deps), ...createNetworkLines(deps), ...createConnectionLines(deps)].map(
      (line) => `- ${line}`,
    ),
    '',
    `### Last requests, ${MAX_REQUESTS} at most`,
    '```',
    formatLastRequests(deps.networkLog.attempts().slice(-MAX_REQUESTS)),
    '```',
    '',
  ].join('\n');
}

function createEditorLines({ context }: DiagnosticsDeps): string[] {
  const { appName, uiKind, remoteName, language } = vscode.env;
  const { version } = context.extension.packageJSON as {
    readonly version: string;
  };
  return [
    `Vault SQL ${version}`,
    `${appName} ${vscode.version}, ${uiKind === vscode.UIKind.Web ? 'web' : 'desktop'}, ${remoteName ? 'remote' : 'local'}, language ${language}`,
    `Node ${process.versions.node}, ${process.platform} ${process.arch}`,
    `Workspace ${vscode.workspace.isTrusted ? 'trusted' : 'not trusted'}`,
  ];
}

function createNetworkLines({ settings }: DiagnosticsDeps): string[] {
  const { proxy, proxySupport, noProxy, strictSSL, proxyAuthorization, changedByWorkspace } =
    settings.httpSettings();
  const isSet = (name: string): boolean => Boolean(process.env[name] || process.env[name.toLowerCase()]);
  return [
    `Transport ${settings.transport()}, timeout ${settings.timeoutSeconds()} s, first byte ${settings.firstByteSeconds()} s`,
    `Proxy setting ${proxy ? 'set' : 'not set'}, support ${proxySupport}, exceptions: ${noProxy.length}, strict TLS ${strictSSL ? 'on' : 'off'}, authorization ${proxyAuthorization ? 'set' : 'not set'}`,
    `Proxy settings of the workspace ${changedByWorkspace ? 'differ' : 'do not differ'}`,
    `Environment: ${VARIABLES.filter(isSet).join(', ') || 'none of the network variables'}`,
    `Certificate authorities: ${tls.getCACertificates('default').length} of Node, ${tls.getCACertificates('system').length} of the system`,
  ];
}

function createConnectionLines({ targets }: DiagnosticsDeps): string[] {
  const connections = targets.connections();
  return [
    `Connections: ${connections.length}; problems in their setting: ${targets.problems().length}`,
    ...connections.map((connection) => {
      const { environment, vaults, auth, accountID } = connection;
      const hosts = vaults.filter(({ baseUrl }) => baseUrl !== undefined).length;
      return `${formatConnectionNumber(connection.name, connections)}: ${connection.local ? 'local vault' : environment}, sign-in ${auth.kind}, vaults: ${vaults.length}, with a host of their own: ${hosts}, account ${accountID ? 'set' : 'not set'}`;
    }),
  ];

  function formatConnectionNumber(name: string, all: readonly { readonly name: string }[]): string {
    return `connection ${all.findIndex((one) => one.name === name) + 1}`;
  }
}

/** Returns a table of requests, in which numbers replace connections and origins, because users choose their names. */
function formatLastRequests(attempts: readonly RequestAttempt[]): string {
  const numbers = (of: (attempt: RequestAttempt) => string): ((attempt: RequestAttempt) => number) => {
    const names = [...new Set(attempts.map(of))];
    return (attempt) => names.indexOf(of(attempt)) + 1;
  };
  const [connection, origin] = [numbers((one) => one.connection), numbers((one) => one.origin)];
  return formatLogTable(attempts, {
    timeText: (at) => new Date(at).toISOString(),
    connectionText: (attempt) => [`#${connection(attempt)}`, `#${origin(attempt)}`],
  });
}
