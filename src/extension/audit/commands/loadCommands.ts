import * as vscode from 'vscode';
import type { OlderProblem } from '../../../core/audit/feed/phase.ts';
import { parseTime } from '../../../core/audit/filters/localFilters.ts';
import type { CommandTable } from '../../app/commands.ts';
import { offsetOf } from '../../app/timeZone.ts';
import { number } from '../../platform/number.ts';
import { type AuditContext, fromTable, ready, withProgress } from '../context.ts';
import type { AuditFeed } from '../feed/feed.ts';
import { createRequestSequence } from '../feed/requestSequence.ts';
import { createSameEvents } from '../feed/sameEvents.ts';
import { noOlderEvents, noOtherEvents, notApplied } from '../provenance.ts';
import type { TreeOptions } from '../tree/treeOptions.ts';

/** Commands that read events, and those that change how the tree shows them. */
export function loadCommands(context: AuditContext): CommandTable {
  const { deps, feed, files, options } = context;
  return {
    'vaultsql.audit.refresh': async (argument) => {
      if (feed.file()) return (await files.readOn()).isMore;
      return (await ready(context, argument)) && withProgress(() => feed.load());
    },
    'vaultsql.audit.cancel': () => feed.cancel(),
    'vaultsql.audit.loadOlder': async (argument) => {
      if (!feed.file() && !(await ready(context, argument))) return undefined;
      if (!feed.loaded()) return withProgress(() => feed.load());
      const reason = whyNoOlder(feed);
      return reason ? deps.messages.info(reason) : withProgress(() => feed.loadOlder());
    },
    'vaultsql.audit.loadUntil': async (argument) => {
      if (feed.file()) return deps.messages.info(noOtherEvents());
      const isGiven = typeof argument === 'string';
      if (!(await ready(context, isGiven ? fromTable : undefined))) return undefined;
      const isSame = createSameEvents(feed);
      const until = isGiven ? timeOf(options, argument) : await askTime(options);
      if (until === undefined) return undefined;
      return isSame() ? loadUntil(context, until) : deps.messages.info(notApplied());
    },
    'vaultsql.audit.groupBy': async () => {
      const names = {
        none: vscode.l10n.t('No groups'),
        request: vscode.l10n.t('By request'),
        session: vscode.l10n.t('By session'),
        actor: vscode.l10n.t('By actor'),
        vault: vscode.l10n.t('By vault'),
      } as const;
      const current = options.grouping();
      const items = (Object.keys(names) as (keyof typeof names)[]).map((by) => ({
        label: names[by],
        ...(by === current ? { description: vscode.l10n.t('current') } : {}),
        by,
      }));
      const picked = await vscode.window.showQuickPick(items, { title: vscode.l10n.t('Group audit events') });
      if (picked) options.setGrouping(picked.by);
    },
    'vaultsql.audit.showLocalTime': () => options.zone() === 'utc' && options.toggleZone(),
    'vaultsql.audit.showUtc': () => options.zone() === 'local' && options.toggleZone(),
    'vaultsql.audit.maskActors': () => !options.masksActors() && options.toggleActors(),
    'vaultsql.audit.showActors': () => options.masksActors() && options.toggleActors(),
  };
}

/** Why older events can't be requested, for a person; undefined if they can. */
function whyNoOlder(feed: AuditFeed): string | undefined {
  const problem = feed.whyNoOlder();
  return problem && sentenceOf(problem);
}

function sentenceOf(problem: OlderProblem): string {
  switch (problem) {
    case 'file':
      return noOtherEvents();
    case 'pagingOff':
      return vscode.l10n.t(
        'Paging of audit events is turned off in your settings (vaultsql.audit.cursorParameters).',
      );
    case 'unsupported':
      return vscode.l10n.t(
        'The service does not page audit events. To try again, change vaultsql.audit.cursorParameters.',
      );
    case 'repeated':
      return vscode.l10n.t('Older events may exist, but the service repeats the same ones.');
    case 'noCursor':
      return vscode.l10n.t('Older events may exist, but the service did not return a cursor.');
    case 'end':
      return noOlderEvents();
  }
}

/** Of one command: a service that makes events up must not fill the memory unasked. */
const MAX_PAGES = 4000;

function whyStopped(pages: number): string | undefined {
  if (pages < MAX_PAGES) return undefined;
  return vscode.l10n.t(
    'Stopped after {0} pages of older events. Run the command again to continue.',
    number(pages),
  );
}

/** A typed time in the zone shown. */
export const timeOf = (options: TreeOptions, text: string, end = false): string | undefined =>
  parseTime(text, { now: Date.now(), end, offsetMinutes: offsetOf(options.zone()) });

async function askTime(options: TreeOptions): Promise<string | undefined> {
  const zone = options.zone() === 'utc' ? 'UTC' : vscode.l10n.t('local time');
  const text = await vscode.window.showInputBox({
    title: vscode.l10n.t('Load audit events since'),
    prompt: vscode.l10n.t('For example 2026-01-31 14:05 ({0}), yesterday, 2h, 3d.', zone),
    ignoreFocusOut: true,
    validateInput: (value) =>
      timeOf(options, value) === undefined
        ? vscode.l10n.t('Enter a date, a date and time, or an age such as 2h or 3d.')
        : undefined,
  });
  return text === undefined ? undefined : timeOf(options, text);
}

/**
 * Reads older pages until an event before `until` is loaded, the service has no more, or the person has enough. Answers
 * whether that time was reached; says why where it was not.
 */
export async function loadUntil(
  { feed, deps, options }: Pick<AuditContext, 'feed' | 'deps' | 'options'>,
  until: string,
): Promise<boolean> {
  const sequence = createRequestSequence(feed);
  if (!feed.loaded() && (!(await sequence.load()) || feed.error())) return false;
  const reached = (): boolean => {
    const { oldest } = feed.snapshot().provenance;
    return oldest !== undefined && oldest < until;
  };
  let pages = 0;
  await vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      cancellable: true,
      title: vscode.l10n.t('Loading audit events back to {0}', options.time(until)),
    },
    async (progress, token) => {
      const listening = token.onCancellationRequested(() => feed.cancel());
      try {
        for (; !reached() && !whyNoOlder(feed) && pages < MAX_PAGES; pages++) {
          // Only of a request of this sequence: what failed before it says nothing about older pages.
          if (!(await sequence.loadOlder()) || feed.error()) break;
          const { loaded, oldest } = feed.snapshot().provenance;
          progress.report({
            message: vscode.l10n.t('{0} loaded, back to {1}', number(loaded), options.time(oldest ?? '–')),
          });
        }
      } finally {
        listening.dispose();
      }
    },
  );
  // Other events are shown now, or the person has enough: nothing is left to say of these.
  if (!sequence.isCurrent()) return false;
  const reason = reached() ? undefined : (whyNoOlder(feed) ?? whyStopped(pages));
  // The service's own end is what was wanted: all there is has been loaded.
  if (reason && feed.snapshot().provenance.more !== 'no') void deps.messages.info(reason);
  return reached() || feed.snapshot().provenance.more === 'no';
}
