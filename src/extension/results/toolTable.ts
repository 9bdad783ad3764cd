/** The actions of a result's toolbar buttons. */
import * as vscode from 'vscode';
import { oneLine } from '../../core/messages/oneLine.ts';
import type { ResultsTool } from '../../protocol/results.ts';
import type { Deps } from '../app/deps.ts';
import { formatTime } from '../app/timeText.ts';
import { prepareRepeat } from '../query/prepare.ts';
import type { Run } from '../query/run.ts';
import { joinErrorSentences } from '../targets/apiErrors.ts';
import { formatTarget } from '../targets/targets.ts';
import { copyRequestID } from './copying.ts';
import type { CompareOutcome, Comparisons } from './export/comparisons.ts';
import { exportResult } from './export/exportResult.ts';
import type { Session } from './session/session.ts';
import type { Viewer } from './view/viewer.ts';
import type { Viewers } from './view/viewers.ts';

type ToolTableDeps = Pick<
  Deps,
  | 'clipboard'
  | 'connections'
  | 'loadExport'
  | 'fileSinks'
  | 'language'
  | 'localVault'
  | 'messages'
  | 'schemas'
  | 'serviceProfiles'
  | 'settings'
  | 'targets'
  | 'timeZone'
>;

export interface ToolContext {
  readonly deps: ToolTableDeps;
  readonly viewers: Viewers;
  readonly viewer: Viewer;
  readonly comparisons: () => Comparisons;
  readonly runIn: (viewer: Viewer, run: Run) => Promise<unknown>;
}

/**
 * Performs the action of a toolbar button. `argument`: what a keybinding or another extension passed to the command;
 * undefined for the button itself.
 */
type ToolAction = (session: Session, context: ToolContext, argument: unknown) => unknown;

export const toolTable: Readonly<Record<ResultsTool, ToolAction>> = {
  async loadAll(session, { viewer }, argument) {
    if (isLoadAllConfirmed(argument) && !session.isComplete()) await session.displayAndLoadAllRows();
    else if (session.state().can.showLoaded) session.displayAllLoadedRows();
    else session.offerOrResumeLoadAll();
    viewer.drawState();
  },
  pause: (session) => session.loading.pauseLoadAll(),
  resume: (session) => session.displayAndLoadAllRows(),
  toggleMask: (session) => session.toggleMask(),
  openInTab: (session, { viewers }) => openInTab(session, viewers),
  rerun: ({ run }, context) => rerun(run, context),
  // Quick picks take the keyboard focus and do not return it to a webview.
  export: (_session, context, argument) =>
    exportRows(context, argument, () => context.viewer.options.returnFocus()),
  async compare(_session, context, argument) {
    if (!isComparisonDone(await compareResults(context, argument))) context.viewer.options.returnFocus();
  },
  copyRequestID: (session, { deps }) => copyRequestID(session, deps),
};

const isComparisonDone = (outcome: CompareOutcome | undefined): boolean => outcome?.kind === 'done';

const isLoadAllConfirmed = (argument: unknown): boolean =>
  typeof argument === 'object' && argument !== null && 'confirmed' in argument && argument.confirmed === true;

/**
 * Runs a query again. If the current connection and settings no longer allow it, shows a warning and keeps the
 * displayed rows.
 */
async function rerun(run: Run, { deps, viewer, runIn }: ToolContext): Promise<void> {
  // Schema files, which declare what is protected, may be loading now, for example after workspace folders changed.
  await deps.schemas.load();
  const prepared = prepareRepeat(deps, run);
  if (prepared.kind === 'ready') await runIn(viewer, prepared.run);
  else void deps.messages.warn(joinErrorSentences(prepared.notice));
}

function openInTab(session: Session, viewers: Viewers): void {
  const { panel } = viewers;
  panel.setSession(undefined);
  const { viewer, location } = viewers.openTab(session);
  viewer.drawState();
  location.focus();
  panel.setNotice({
    title: vscode.l10n.t('This result is open in a tab'),
    text: vscode.l10n.t('It stays there until you close the tab. The next result appears here.'),
    buttons: [],
  });
  panel.drawState();
}

/**
 * Exports loaded rows of the viewer's result. `argument`: see `readExportArguments`. `onPromptsDone` is called when no
 * more questions follow, but not if no rows are loaded.
 */
export async function exportRows(
  { deps, viewer }: Pick<ToolContext, 'deps' | 'viewer'>,
  argument: unknown,
  onPromptsDone?: () => void,
): Promise<unknown> {
  const source = viewer.session()?.createExportSource(viewer.selection());
  if (source) return exportResult(deps, source, argument, onPromptsDone);
  // Not awaited: a notification stays as long as the user likes.
  void deps.messages.info(vscode.l10n.t('No rows to export.'));
  return undefined;
}

/**
 * Compares the viewer's result with another one, which the user picks if there are several. `argument` may be an object
 * whose `key` lists the names of the columns that identify a row. Resolves to undefined if no comparison was started.
 */
export async function compareResults(
  { deps, viewer, viewers, comparisons }: Pick<ToolContext, 'deps' | 'viewer' | 'viewers' | 'comparisons'>,
  argument: unknown,
): Promise<CompareOutcome | undefined> {
  const session = viewer.session();
  const currentSource = session?.createExportSource();
  const others = viewers.listSessions().filter((one) => one !== session && one.createExportSource());
  if (!currentSource || others.length === 0) {
    void deps.messages.info(vscode.l10n.t('Open this result in a tab first, then run another query.'));
    return undefined;
  }
  const picked = others.length === 1 ? others[0] : await pickSession(deps, others);
  const otherSource = picked?.createExportSource();
  if (!otherSource) return undefined;
  // The query that was run first is `before`. If both were run in the same millisecond, the one of `otherSource` is.
  const [before, after] =
    otherSource.startedAt <= currentSource.startedAt
      ? [otherSource, currentSource]
      : [currentSource, otherSource];
  return comparisons().compareAndOpenReport(before, after, readKeyColumns(argument));
}

async function pickSession(deps: ToolTableDeps, sessions: readonly Session[]): Promise<Session | undefined> {
  const items = sessions.map((session) => ({
    label: oneLine(session.run.query.text.replace(/\s+/g, ' ').slice(0, 120)),
    description: formatTarget(session.run.target),
    detail: formatTime(deps, session.run.startedAt),
    session,
  }));
  const title = vscode.l10n.t('Compare with which result?');
  return (await vscode.window.showQuickPick(items, { title }))?.session;
}

function readKeyColumns(argument: unknown): readonly string[] | undefined {
  const key =
    typeof argument === 'object' && argument !== null && 'key' in argument ? argument.key : undefined;
  return Array.isArray(key) ? key.filter((name) => typeof name === 'string') : undefined;
}
