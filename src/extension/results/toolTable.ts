/** What each button of the view does, from there and from the palette. */
import * as vscode from 'vscode';
import { oneLine } from '../../core/messages/oneLine.ts';
import type { ResultsTool } from '../../protocol/results.ts';
import type { Deps } from '../app/deps.ts';
import { timeText } from '../app/timeText.ts';
import { again } from '../query/prepare.ts';
import type { Run } from '../query/run.ts';
import { errorLine } from '../targets/apiErrors.ts';
import { targetLabel } from '../targets/targets.ts';
import { copyRequestID } from './copying.ts';
import type { CompareAnswer, Comparisons } from './export/comparisons.ts';
import { exportResult } from './export/exportResult.ts';
import type { Session } from './session/session.ts';
import type { Viewer } from './view/viewer.ts';
import type { Viewers } from './view/viewers.ts';

type ToolTableDeps = Pick<
  Deps,
  | 'clipboard'
  | 'connections'
  | 'exporting'
  | 'fileSinks'
  | 'language'
  | 'localVault'
  | 'messages'
  | 'schemas'
  | 'settings'
  | 'targets'
  | 'timeZone'
>;

/** What a tool is used on. */
export interface ToolPlace {
  readonly deps: ToolTableDeps;
  readonly viewers: Viewers;
  readonly viewer: Viewer;
  /** Those of the window; made at the first call. */
  readonly comparisons: () => Comparisons;
  /** Shows a run in the viewer; answers once its first page is there. */
  readonly begin: (viewer: Viewer, run: Run) => Promise<unknown>;
}

/** `argument` is what a caller other than a person passes. */
type Tool = (session: Session, place: ToolPlace, argument: unknown) => unknown;

export const toolTable: Readonly<Record<ResultsTool, Tool>> = {
  async loadAll(session, { viewer }, argument) {
    if (isConfirmed(argument) && !session.isComplete()) await session.loadAll();
    else if (session.state().can.showLoaded) session.showLoaded();
    else session.offerAll();
    viewer.draw();
  },
  pause: (session) => session.loading.pause(),
  resume: (session) => session.loadAll(),
  toggleMask: (session) => session.toggleMask(),
  openInTab: (session, { viewers }) => openInTab(session, viewers),
  rerun: ({ run }, place) => rerun(run, place),
  // Lists to choose from take the keyboard, and do not give it back to a page.
  export: (_session, place, argument) => exportRows(place, argument, () => place.viewer.options.focus()),
  async compare(_session, place, argument) {
    if (!isShown(await compareRows(place, argument))) place.viewer.options.focus();
  },
  copyRequestID: (session, { deps }) => copyRequestID(session, deps),
};

/** Whether a comparison is in front now. */
const isShown = (answer: CompareAnswer | undefined): boolean => answer?.kind === 'done';

const isConfirmed = (argument: unknown): boolean =>
  typeof argument === 'object' && argument !== null && 'confirmed' in argument && argument.confirmed === true;

/** What is no longer allowed is not sent, and the rows stay. */
async function rerun(run: Run, { deps, viewer, begin }: ToolPlace): Promise<void> {
  // What the workspace protects may be read just then, as after a change of its folders.
  await deps.schemas.load();
  const now = again(deps, run);
  if (now.kind === 'ready') await begin(viewer, now.run);
  else void deps.messages.warn(errorLine(now.notice));
}

function openInTab(session: Session, viewers: Viewers): void {
  const { panel } = viewers;
  panel.setSession(undefined);
  const { viewer, place } = viewers.openTab(session);
  viewer.draw();
  place.focus();
  panel.setNotice({
    title: vscode.l10n.t('This result is open in a tab'),
    text: vscode.l10n.t('It stays there until you close the tab. The next result appears here.'),
    buttons: [],
  });
  panel.draw();
}

/** Exports what is loaded of the result; `argument` and `onAsked` as `exportResult` has them. */
export async function exportRows(
  { deps, viewer }: Pick<ToolPlace, 'deps' | 'viewer'>,
  argument: unknown,
  onAsked?: () => void,
): Promise<unknown> {
  const source = viewer.session()?.exportSource(viewer.selected());
  if (source) return exportResult(deps, source, argument, onAsked);
  // A notification stays until it is closed: nothing waits for that.
  void deps.messages.info(vscode.l10n.t('No rows to export.'));
  return undefined;
}

/** Compares the result with another one; `{ "key": […] }` saves the question for the key. */
export async function compareRows(
  { deps, viewer, viewers, comparisons }: Pick<ToolPlace, 'deps' | 'viewer' | 'viewers' | 'comparisons'>,
  argument: unknown,
): Promise<CompareAnswer | undefined> {
  const session = viewer.session();
  const own = session?.exportSource();
  const others = viewers.sessions().filter((one) => one !== session && one.exportSource());
  if (!own || others.length === 0) {
    void deps.messages.info(
      vscode.l10n.t('Open another result first: open this one in a tab, then run another query.'),
    );
    return undefined;
  }
  const picked = others.length === 1 ? others[0] : await pickSession(deps, others);
  const other = picked?.exportSource();
  if (!other) return undefined;
  // By when each was asked, wherever it is shown: of two asked at once the other one counts as the older.
  const [before, after] = other.askedAt <= own.askedAt ? [other, own] : [own, other];
  return comparisons().compare(before, after, keyOf(argument));
}

/** Which of several results; undefined when the person leaves. */
async function pickSession(deps: ToolTableDeps, sessions: readonly Session[]): Promise<Session | undefined> {
  const items = sessions.map((session) => ({
    label: oneLine(session.run.query.text.replace(/\s+/g, ' ').slice(0, 120)),
    description: targetLabel(session.run.target),
    detail: timeText(deps, session.run.askedAt),
    session,
  }));
  const title = vscode.l10n.t('Compare with which result?');
  return (await vscode.window.showQuickPick(items, { title }))?.session;
}

function keyOf(argument: unknown): readonly string[] | undefined {
  const key =
    typeof argument === 'object' && argument !== null && 'key' in argument ? argument.key : undefined;
  return Array.isArray(key) ? key.filter((name) => typeof name === 'string') : undefined;
}
