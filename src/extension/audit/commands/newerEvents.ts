import * as vscode from 'vscode';
import type { CompactEvent } from '../../../core/audit/feed/compactEvent.ts';
import { createLedger } from '../../../core/audit/feed/ledger.ts';
import { msToTimestamp, timestampToMs } from '../../../core/audit/feed/timestamps.ts';
import { type ServiceEvents, selectFrom } from '../../../core/audit/merged/newerOfService.ts';
import { oneLine } from '../../../core/messages/oneLine.ts';
import { showProgress } from '../../platform/dialogs.ts';
import { formatNumber } from '../../platform/number.ts';
import type { AuditModel } from '../model/auditModel.ts';
import { createRequestSequence } from '../model/requestSequence.ts';
import type { OpenedTables } from '../tables/openedTables.ts';
import type { LoadParts } from './loadCommands.ts';

export interface NewerEventsParts extends Pick<LoadParts, 'flow' | 'messages'> {
  readonly model: LoadParts['model'] & Pick<AuditModel, 'source'>;
  readonly tables: Pick<OpenedTables, 'findLine' | 'showEventsOfService'>;
}

/**
 * Maximum number of events that are loaded, because a table over two sources reads all newer events for some questions.
 */
const MAX_EVENTS = 20_000;

/**
 * Displays the events of the service that are newer than those of the displayed table in ClickHouse, above them. Loads
 * pages from the newest event back to the time of the table's newest one. If the service lists no events that old, the
 * events in between may be missing, which is displayed as a gap. Resolves to whether newer events are displayed.
 */
export async function showNewerEventsOfService(parts: NewerEventsParts): Promise<boolean> {
  const { flow, messages, model, tables } = parts;
  const line = tables.findLine();
  if (!line || !(await model.source.confirmReplacingEvents())) return false;
  model.connections.switchToConnection(line.connection);
  if (model.connections.current()?.name !== line.connection) {
    void messages.info(
      vscode.l10n.t(
        'The connection {0} was removed. Add it again to load its newer events.',
        oneLine(line.connection, 80),
      ),
    );
    return false;
  }
  // The side panel stays closed: the events are displayed in the table.
  if (!(await flow.showViewAndEnsureVaultAndAccount('table'))) return false;
  const service = await loadBackTo(parts, line.time);
  const isShown = service && (await tables.showEventsOfService(service));
  if (isShown === false) void messages.info(vscode.l10n.t('The service has no newer events than the table.'));
  return isShown ?? false;
}

/**
 * Loads the events of the service at or after a time, in milliseconds since 1970. What is displayed stays. Resolves to
 * undefined if a request failed, if the user cancelled, or if another request began.
 */
async function loadBackTo(parts: NewerEventsParts, line: number): Promise<ServiceEvents | undefined> {
  const { messages, model } = parts;
  const events: CompactEvent[] = [];
  let isPast = false;
  const ledger = createLedger({
    // The events are kept here, so that the listing needs no number in the store.
    listing: 0,
    onNewEvents: (page) => {
      events.push(...page);
      isPast = isPageBefore(page, line);
    },
  });
  const sequence = createRequestSequence(model.requests);
  const options = {
    location: vscode.ProgressLocation.Notification,
    cancellable: true,
    title: Number.isFinite(line)
      ? vscode.l10n.t('Loading audit events back to {0}', model.masking.formatTime(msToTimestamp(line)))
      : vscode.l10n.t('Loading all audit events'),
  };
  await showProgress(options, async (progress, token) => {
    const listening = token.onCancellationRequested(() => model.requests.cancelRequest());
    try {
      while (!isPast && events.length < MAX_EVENTS) {
        const isLoaded = await sequence.requestPageApart(ledger, () => showNewerEventsOfService(parts));
        if (!isLoaded || model.state.error()) break;
        progress.report({ message: vscode.l10n.t('{0} loaded', formatNumber(events.length)) });
      }
    } finally {
      listening.dispose();
    }
  });
  if (!sequence.isCurrent() || model.state.error()) return undefined;
  const { more, oldest } = ledger.provenance();
  const isStopped = !isPast && more === 'yes';
  if (isStopped && events.length >= MAX_EVENTS)
    void messages.info(
      vscode.l10n.t(
        'Stopped after {0} events. A gap shows where others are missing.',
        formatNumber(events.length),
      ),
    );
  const isComplete = isPast || (!isStopped && (timestampToMs(oldest ?? '') ?? line) < line);
  const newer = selectFrom({ events, from: line }, line);
  const times = newer.events.flatMap(({ time }) => timestampToMs(time ?? '') ?? []);
  return isComplete
    ? newer
    : { ...newer, from: times.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY) };
}

/**
 * Whether all valid times of a page are before a time, in milliseconds since 1970. A single event may be listed out of
 * order (S42).
 */
function isPageBefore(page: readonly CompactEvent[], ms: number): boolean {
  const times = page.flatMap(({ time }) => timestampToMs(time ?? '') ?? []);
  return times.length > 0 && times.every((time) => time < ms);
}
