import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import { cleanForDisplay, oneLine } from '../../../core/messages/oneLine.ts';
import { listOrigins } from '../../../core/service/connections/connectionFile.ts';
import type { Connection } from '../../../core/service/connections/connections.ts';
import type { Messages } from '../../platform/messages.ts';

/** Key of the approvals in the storage. Approvals are stored as hashes, without commands and arguments. */
const STORAGE_KEY = 'approvedCommands';
const MAX_APPROVALS = 500;
/**
 * Maximum length of a command with the names of its variables as JSON, in UTF-16 code units. A longer one can't be
 * approved, because a prompt could not display all of it.
 */
const MAX_COMMAND_LENGTH = 2_000;

/**
 * Asks the user before a token command runs, and stores the approvals on this machine. An approval does not apply to
 * another connection name, sign-in setting or set of origins.
 */
export class CommandApprovals {
  readonly #storage: vscode.Memento;
  readonly #messages: Pick<Messages, 'confirm' | 'warn'>;
  readonly #open = new Map<string, Promise<boolean>>();
  readonly #declined = new Set<string>();

  constructor(storage: vscode.Memento, messages: Pick<Messages, 'confirm' | 'warn'>) {
    this.#storage = storage;
    this.#messages = messages;
  }

  /**
   * Returns whether the token command of a connection may run. Prompts the user unless the command was approved before,
   * was declined in this window, or is too long to display.
   */
  async promptUnlessApprovedOrDeclined(connection: Connection): Promise<boolean> {
    const hash = computeApprovalHash(connection);
    if (this.#readApprovals().includes(hash)) return true;
    return !this.#declined.has(hash) && this.#promptOnce(connection, hash);
  }
  /** Like `promptUnlessApprovedOrDeclined`, but disregards that the user declined the command before. */
  promptUnlessApproved(connection: Connection): Promise<boolean> {
    this.#declined.delete(computeApprovalHash(connection));
    return this.promptUnlessApprovedOrDeclined(connection);
  }

  #readApprovals(): readonly string[] {
    return this.#storage.get<readonly string[]>(STORAGE_KEY, []);
  }
  #promptOnce(connection: Connection, hash: string): Promise<boolean> {
    const open = this.#open.get(hash);
    if (open) return open;
    const asking = this.#promptAndStore(connection, hash).finally(() => this.#open.delete(hash));
    this.#open.set(hash, asking);
    return asking;
  }
  async #promptAndStore(connection: Connection, hash: string): Promise<boolean> {
    if (!(await this.#confirm(connection))) {
      this.#declined.add(hash);
      return false;
    }
    await this.#storage.update(STORAGE_KEY, [...this.#readApprovals(), hash].slice(-MAX_APPROVALS));
    return true;
  }
  async #confirm(connection: Connection): Promise<boolean> {
    const { auth } = connection;
    if (auth.kind !== 'command') throw new TypeError(auth.kind);
    const name = oneLine(connection.name);
    const command = cleanForDisplay(JSON.stringify([...auth.command, ...(auth.variables ?? [])]));
    if (command.length > MAX_COMMAND_LENGTH) {
      const text = vscode.l10n.t(
        'The token command of “{0}” was not run: it is too long to review. Move it into a script.',
        name,
      );
      void this.#messages.warn(text);
      return false;
    }
    return this.#messages.confirm(
      vscode.l10n.t('Run this program to get a token for “{0}”?', name),
      [
        cleanForDisplay(JSON.stringify(auth.command)),
        ...(auth.variables?.length
          ? [
              vscode.l10n.t(
                'It gets the environment variables {0}.',
                cleanForDisplay(auth.variables.join(', ')),
              ),
            ]
          : []),
        vscode.l10n.t('The token is sent to {0}.', listOrigins(connection).join(', ')),
        vscode.l10n.t('You are asked once on this machine, and again if any of this changes.'),
      ].join('\n\n'),
      vscode.l10n.t('Run'),
    );
  }
}

function computeApprovalHash(connection: Connection): string {
  const { name, auth } = connection;
  return createHash('sha256')
    .update(JSON.stringify([name, auth, listOrigins(connection)]))
    .digest('base64');
}
