import * as vscode from 'vscode';
import { SourceError, type SourceProblem } from '../../core/audit/table/sourceError.ts';
import { oneLine } from '../../core/messages/oneLine.ts';
import type { Commands, CommandTable } from '../app/commands.ts';
import type { Messages } from '../platform/messages.ts';
import { formatNumber } from '../platform/number.ts';

interface ProblemText {
  readonly title: string;
  readonly text: string;
}

export function describeSourceProblem(problem: SourceProblem): ProblemText {
  const changed = vscode.l10n.t('The file of these events has changed');
  switch (problem.kind) {
    case 'fileChanged':
      return {
        title: changed,
        text: vscode.l10n.t('{0} changed since it was opened. Open it again.', problem.file),
      };
    case 'fileGone':
      return {
        title: changed,
        text: vscode.l10n.t('{0} can no longer be read. Open it again.', problem.file),
      };
    case 'unreachable':
      return {
        title: vscode.l10n.t('Could not connect to {0}', oneLine(problem.host)),
        text: problem.code.startsWith('ERR_SSL_')
          ? vscode.l10n.t(
              '{0}. Check the port, and whether the address begins with https.',
              oneLine(problem.code),
            )
          : vscode.l10n.t('{0}. Check the address and the network.', oneLine(problem.code)),
      };
    case 'timedOut':
      return {
        title: vscode.l10n.t('No complete response within {0} seconds', formatNumber(problem.seconds)),
        text: vscode.l10n.t(
          '{0} timed out. Select a shorter time range, or try again.',
          oneLine(problem.host),
        ),
      };
    case 'signInRejected':
      return {
        title: vscode.l10n.t('{0} rejected the sign-in', oneLine(problem.host)),
        text: vscode.l10n.t('Check the user name and the password.'),
      };
    case 'forbidden':
      return {
        title: vscode.l10n.t('No permission to read these events'),
        text: vscode.l10n.t('Ask an administrator of {0} for read access.', oneLine(problem.host)),
      };
    case 'tooMuch':
      return {
        title: vscode.l10n.t('The result is too large'),
        text: vscode.l10n.t('Select a shorter time range for {0}, or add a filter.', oneLine(problem.host)),
      };
    case 'tooLong':
      return {
        title: vscode.l10n.t('The question is too long for {0}', oneLine(problem.host)),
        text: vscode.l10n.t('Use fewer or shorter terms.'),
      };
    case 'incomplete':
      return {
        title: vscode.l10n.t('A server behind {0} does not respond', oneLine(problem.host)),
        text: vscode.l10n.t('No events are shown, because some would be missing. Start that server.'),
      };
    case 'otherSystem':
      return {
        title: vscode.l10n.t('{0} is not ClickHouse’s HTTP interface', oneLine(problem.host)),
        text: vscode.l10n.t('It returned HTTP {0}. Check the address and the port.', String(problem.status)),
      };
    case 'otherTable':
      return {
        title: vscode.l10n.t('No table of audit events: {0}', oneLine(problem.table)),
        text: vscode.l10n.t(
          'Check its name at {0}, or create it with: audit init clickhouse',
          oneLine(problem.host),
        ),
      };
    case 'accessChanged':
      return {
        title: vscode.l10n.t('The settings or the password of this table have changed'),
        text: vscode.l10n.t('Refresh to open the table that the connection names now.'),
      };
    case 'failed':
      return {
        title: vscode.l10n.t('{0} returned an error', oneLine(problem.host)),
        text: oneLine(problem.message),
      };
  }
}

/** Returns the display text for a `SourceError`; undefined for any other error. */
export function sourceErrorText(error: unknown): string | undefined {
  if (!(error instanceof SourceError)) return undefined;
  const { problem } = error;
  const { title, text } = describeSourceProblem(problem);
  // For a file, the text is clear without the title.
  return 'file' in problem ? text : `${title}. ${text}`;
}

export type AddedCommands = Pick<Commands, 'add'>;

/**
 * Returns a replacement for `commands` that wraps each command that is added. If a command fails with a `SourceError`,
 * the wrapped command shows the reason to the user and resolves to undefined instead.
 */
export function wrapCommandsToReportErrors({
  commands,
  messages,
}: {
  readonly commands: AddedCommands;
  readonly messages: Pick<Messages, 'error'>;
}): AddedCommands {
  const reporting =
    (run: CommandTable[keyof CommandTable]) =>
    async (...args: readonly unknown[]): Promise<unknown> => {
      try {
        return await run(...args);
      } catch (error) {
        const text = sourceErrorText(error);
        if (text === undefined) throw error;
        void messages.error(text);
        return undefined;
      }
    };
  return {
    add: (table) =>
      commands.add(Object.fromEntries(Object.entries(table).map(([id, run]) => [id, reporting(run)]))),
  };
}
