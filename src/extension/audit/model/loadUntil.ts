import * as vscode from 'vscode';
import type { OlderProblem } from '../../../core/audit/feed/phase.ts';
import { showProgress } from '../../platform/dialogs.ts';
import type { Messages } from '../../platform/messages.ts';
import { formatNumber } from '../../platform/number.ts';
import { allFileEventsLoadedText, noOlderMatchingEventsText } from '../provenance.ts';
import type { AuditModel } from './auditModel.ts';
import { createRequestSequence } from './requestSequence.ts';
import type { AuditRequests } from './requests.ts';

/**
 * Loads older pages until an event before `until` is loaded or the service has no more. `until` is a timestamp of the
 * service; undefined means all older pages. Resolves to false if loading ended earlier or another request began.
 */
export async function loadOlderPagesUntil(
  {
    messages,
    model,
  }: {
    readonly messages: Pick<Messages, 'info'>;
    readonly model: Pick<AuditModel, 'masking' | 'requests' | 'state'>;
  },
  until?: string,
): Promise<boolean> {
  const sequence = createRequestSequence(model.requests);
  if (!model.state.isLoaded() && (!(await sequence.loadNewest()) || model.state.error())) return false;
  const reached = (): boolean => {
    const { oldest } = model.state.snapshot().provenance;
    return until !== undefined && oldest !== undefined && oldest < until;
  };
  let pages = 0;
  await showProgress(
    {
      location: vscode.ProgressLocation.Notification,
      cancellable: true,
      title:
        until === undefined
          ? vscode.l10n.t('Loading all older audit events')
          : vscode.l10n.t('Loading audit events back to {0}', model.masking.formatTime(until)),
    },
    async (progress, token) => {
      const listening = token.onCancellationRequested(() => model.requests.cancelRequest());
      try {
        for (; !reached() && !reasonForNoOlderEvents(model.requests) && pages < MAX_PAGES; pages++) {
          // The failure is checked only after a request of this sequence, because an earlier failure says nothing about
          // older pages.
          if (!(await sequence.loadOlder()) || model.state.error()) break;
          const { loaded, oldest } = model.state.snapshot().provenance;
          progress.report({
            message: vscode.l10n.t(
              '{0} loaded, back to {1}',
              formatNumber(loaded),
              model.masking.formatTime(oldest ?? '–'),
            ),
          });
        }
      } finally {
        listening.dispose();
      }
    },
  );
  // Another request began or the user cancelled: there is nothing to report about this one.
  if (!sequence.isCurrent()) return false;
  const reason = reached() ? undefined : (reasonForNoOlderEvents(model.requests) ?? reasonStopped(pages));
  // If the service has no more events, all of them are loaded, which is a success.
  if (reason && model.state.snapshot().provenance.more !== 'no') void messages.info(reason);
  return reached() || model.state.snapshot().provenance.more === 'no';
}

/** Returns a sentence that says why older events can't be requested; undefined if they can. */
export function reasonForNoOlderEvents(
  requests: Pick<AuditRequests, 'findOlderProblem'>,
): string | undefined {
  const problem = requests.findOlderProblem();
  return problem && describeOlderProblem(problem);
}

/** Returns a sentence that says why older events can't be requested. */
export function describeOlderProblem(problem: OlderProblem): string {
  switch (problem) {
    case 'file':
      return allFileEventsLoadedText();
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
      return noOlderMatchingEventsText();
  }
}

/**
 * Maximum number of older pages that one command loads, so that a service that returns events
 * endlessly can't fill the memory.
 */
const MAX_PAGES = 4000;

function reasonStopped(pages: number): string | undefined {
  if (pages < MAX_PAGES) return undefined;
  return vscode.l10n.t(
    'Stopped after {0} pages of older events. Run the command again to continue.',
    formatNumber(pages),
  );
}
