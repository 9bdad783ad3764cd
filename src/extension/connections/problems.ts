import * as vscode from 'vscode';
import type { ConnectionProblem } from '../../core/service/connections/connections.ts';

export function describeProblem({ path, reason }: ConnectionProblem): string {
  switch (reason) {
    case 'not-a-list':
      return vscode.l10n.t('{0} must be a list.', path);
    case 'not-an-object':
      return vscode.l10n.t('{0} must be an object.', path);
    case 'missing':
      return vscode.l10n.t('{0} is missing.', path);
    case 'not-text':
      return vscode.l10n.t('{0} must not be empty.', path);
    case 'duplicate-name':
      return vscode.l10n.t('{0}: another connection has this name.', path);
    case 'bad-address':
      return vscode.l10n.t(
        '{0} must be an https address without user, query, or fragment (http only for this machine).',
        path,
      );
    case 'bad-environment':
      return vscode.l10n.t('{0} must be "production", "test", or "development".', path);
    case 'bad-auth':
      return vscode.l10n.t('{0} is not a supported kind of sign-in.', path);
    case 'bad-command':
      return vscode.l10n.t('{0} must begin with an absolute path or the name of a program in PATH.', path);
    case 'bad-file':
      return vscode.l10n.t('{0} must be an absolute path, or one that begins with ~/.', path);
    case 'bad-certificate':
      return vscode.l10n.t('{0} needs either certFile and keyFile, or pfxFile.', path);
    case 'bad-trail':
      return vscode.l10n.t('{0}: kind must be "clickhouse", and user a name without a colon.', path);
    case 'bad-table':
      return vscode.l10n.t(
        '{0} must consist of ASCII letters, digits, and underscores, and not begin with a digit.',
        path,
      );
    case 'slash-in-name':
      return vscode.l10n.t('{0} must not contain a slash.', path);
    case 'unsafe-text':
      return vscode.l10n.t(
        '{0} must not contain "](", control characters, invisible characters (some emoji have them), or unusual spaces.',
        path,
      );
  }
}
