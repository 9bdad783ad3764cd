import * as vscode from 'vscode';
import { findNearestName } from '../../core/messages/nearestName.ts';
import type { Finding } from '../../core/sql/lint/findings.ts';
import type { Notice, NoticeButton } from '../../protocol/results.ts';
import type { Deps } from '../app/deps.ts';
import { localizeSentence } from '../platform/messages.ts';
import { formatTarget, type Targets } from '../targets/targets.ts';
import type { ChosenStatement } from './statement.ts';

export type { Notice } from '../../protocol/results.ts';

/**
 * Creates the notice for a statement that was not sent because the vault would reject it. `text` is the text that the
 * offsets of the findings refer to.
 */
export function createRejectedStatementNotice(
  deps: Pick<Deps, 'language'>,
  findings: readonly Finding[],
  text: string,
): Notice {
  const [first, ...more] = findings;
  const write = findings.find(({ code }) => code === 'write-operation');
  const reason = write
    ? vscode.l10n.t('This vault is read-only.')
    : first && localizeSentence(deps.language().createFindingSentence(first, text));
  const rest =
    more.length === 0
      ? undefined
      : vscode.l10n.t('More problems are marked in the editor: {0}.', more.length);
  return {
    title: write
      ? vscode.l10n.t('{0} was not sent', write.construct)
      : vscode.l10n.t('Not sent: the vault would reject this statement'),
    text: [reason, rest, vscode.l10n.t('No audit event was created.')].filter(Boolean).join(' '),
    buttons: [
      { id: 'showProblem', label: vscode.l10n.t('Show in Editor') },
      { id: 'helpDialect', label: vscode.l10n.t('Open Help') },
    ],
  };
}

/**
 * A refused statement and a problem in it. The offsets of `finding` are relative to the start of the statement's text.
 */
export interface RefusedStatement {
  readonly chosen: ChosenStatement;
  readonly finding: Finding;
}

/**
 * Shows the document of a refused statement. If the document still contains the statement, moves the caret to the
 * problem.
 */
export async function showProblem({ chosen, finding }: RefusedStatement): Promise<void> {
  const editor = await vscode.window.showTextDocument(chosen.document);
  const { document } = editor;
  const offset = findCurrentOffset(document.getText(), chosen);
  if (offset === undefined) return;
  const start = document.positionAt(offset + finding.start);
  const end = document.positionAt(offset + finding.end);
  editor.selection = new vscode.Selection(start, start);
  editor.revealRange(new vscode.Range(start, end), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  await vscode.commands.executeCommand('editor.action.showHover');
}

/**
 * Returns the current offset (in UTF-16 code units) of a statement in the text of its document, which may have been
 * edited. If the statement's text occurs more than once, returns the occurrence nearest to the former offset. Returns
 * undefined if it does not occur.
 */
export function findCurrentOffset(
  documentText: string,
  { text, offset }: Pick<ChosenStatement, 'text' | 'offset'>,
): number | undefined {
  const places = [documentText.lastIndexOf(text, offset), documentText.indexOf(text, offset)];
  const distance = (place: number): number => Math.abs(place - offset);
  return places.filter((place) => place >= 0).sort((a, b) => distance(a) - distance(b))[0];
}

export function createWelcomeNotice(targets: Pick<Targets, 'all' | 'getLocalVaultState'>): Notice {
  const title = vscode.l10n.t('No query has been run yet');
  if (targets.all().length === 0) {
    const text = vscode.l10n.t(
      'Start the local vault to try a query without an account, or add a connection to your own.',
    );
    return { title, text, buttons: createStartButtons() };
  }
  return {
    title,
    text: vscode.l10n.t('Write a SELECT in a .vaultsql file and press Ctrl+Enter (Cmd+Enter on a Mac).'),
    buttons: [
      ...(targets.getLocalVaultState().kind === 'running'
        ? [{ id: 'openSample', label: vscode.l10n.t('Open Sample Queries') } as const]
        : []),
      { id: 'newQuery', label: vscode.l10n.t('New Query') },
    ],
  };
}

const createStartButtons = (): readonly NoticeButton[] => [
  { id: 'startLocalVault', label: vscode.l10n.t('Start Local Vault') },
  { id: 'addConnection', label: vscode.l10n.t('Add Connection') },
];

export function createNoVaultNotice(targets: Targets): Notice {
  const buttons = createStartButtons();
  const chosen = targets.getChosenConnectionName();
  if (chosen === 'local') {
    return {
      title: vscode.l10n.t('Not sent: the local vault is not running'),
      text: vscode.l10n.t('Start it again, or add a connection to another vault. Then run the query again.'),
      buttons,
    };
  }
  return {
    title: vscode.l10n.t('Not sent: no vault selected'),
    text: [
      chosen === undefined
        ? ''
        : vscode.l10n.t('The connection “{0}” no longer exists or has no vault.', chosen),
      vscode.l10n.t('Start the local vault, or add a connection to a vault. Then run the query again.'),
    ]
      .filter(Boolean)
      .join(' '),
    buttons,
  };
}

export const createStartedButNotSentNotice = (): Notice => ({
  title: vscode.l10n.t('The local vault is running'),
  text: vscode.l10n.t('The query was not sent. Run it again.'),
  buttons: [],
});

export const createCancelledBeforeSendNotice = (): Notice => ({
  title: vscode.l10n.t('Cancelled'),
  text: vscode.l10n.t('The query was not sent.'),
  buttons: [],
});

export function createUnusableStatementNotice(
  reason: 'noEditor' | 'noStatement' | 'commentedOut' | 'several' | 'uncountable',
): Notice {
  const newQuery: NoticeButton = { id: 'newQuery', label: vscode.l10n.t('New Query') };
  switch (reason) {
    case 'noEditor':
      return {
        title: vscode.l10n.t('No statement to run'),
        text: vscode.l10n.t('Open a .vaultsql file and put the caret in a statement.'),
        buttons: [newQuery],
      };
    case 'noStatement':
      return {
        title: vscode.l10n.t('No statement at the caret'),
        text: vscode.l10n.t('Put the caret in a statement, or select one.'),
        buttons: [],
      };
    case 'commentedOut':
      return {
        title: vscode.l10n.t('The statement at the caret is commented out'),
        text: vscode.l10n.t('Uncomment it, or put the caret in another statement. Nothing was sent.'),
        buttons: [],
      };
    case 'uncountable':
      return {
        title: vscode.l10n.t('The rows of this statement can’t be counted'),
        text: vscode.l10n.t(
          'Count Rows runs COUNT(*) over the same FROM and WHERE. This statement has none, or already counts.',
        ),
        buttons: [],
      };
    case 'several':
      return {
        title: vscode.l10n.t('Several statements are selected'),
        text: vscode.l10n.t('The vault runs one statement per request. Select one, or put the caret in it.'),
        buttons: [],
      };
  }
}

export function createUnknownTargetNotice(
  targets: Targets,
  { connection, vault }: { readonly connection: string; readonly vault: string },
): Notice {
  const named = `${connection}/${vault}`;
  const says = vscode.l10n.t('One of the first ten lines of this file names “{0}”.', named);
  const add: NoticeButton = { id: 'addConnection', label: vscode.l10n.t('Add Connection') };
  const all = targets.all();
  const choose: readonly NoticeButton[] =
    all.length > 0 ? [{ id: 'selectVault', label: vscode.l10n.t('Select Vault') }] : [];
  const inConnection = targets.connections().find(({ name }) => name === connection);
  if (!inConnection && connection === 'local') {
    return {
      title: vscode.l10n.t('Not sent: the local vault is not running'),
      text: says,
      buttons: [{ id: 'startLocalVault', label: vscode.l10n.t('Start Local Vault') }, ...choose],
    };
  }
  const meant = inConnection
    ? findNearestName(
        vault,
        inConnection.vaults.map(({ name }) => name),
      )
    : findNearestName(named, all.map(formatTarget));
  const why = inConnection
    ? vscode.l10n.t('The connection “{0}” has no such vault.', connection)
    : vscode.l10n.t('It is not among your connections.');
  const hint = meant === undefined ? '' : ` ${vscode.l10n.t('Did you mean “{0}”?', meant)}`;
  const edit: NoticeButton = { id: 'editConnection', label: vscode.l10n.t('Edit Connections') };
  return {
    title: vscode.l10n.t('Not sent: unknown vault'),
    text: `${says} ${why}${hint}`,
    buttons: [...choose, inConnection && !inConnection.local ? edit : add],
  };
}
