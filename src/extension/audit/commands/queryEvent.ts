import * as vscode from 'vscode';
import {
  createTimeDistanceComparator,
  filtersForSentQuery,
  isLikelyEventOf,
} from '../../../core/audit/feed/queryEvent.ts';
import { findQueryText } from '../../../core/audit/feed/queryOf.ts';
import type { AuditFilters } from '../../../core/audit/filters/filters.ts';
import { applyValueChoice } from '../../../core/audit/query/editQuery.ts';
import type { TrailFilters } from '../../../core/audit/table/filter.ts';
import { SourceError } from '../../../core/audit/table/sourceError.ts';
import { type LoadedEvent, readMatchingEvents } from '../../../core/audit/table/trailReads.ts';
import type { AuditEvent } from '../../../core/service/types.ts';
import type { SentQuery } from '../../app/displayedQuery.ts';
import { showProgress } from '../../platform/dialogs.ts';
import type { AuditModel } from '../model/auditModel.ts';
import { readDisplayedListing } from '../model/displayedListing.ts';
import { createRequestSequence, type RequestSequence } from '../model/requestSequence.ts';
import type { ModelState } from '../model/state.ts';

type SearchedModel = Pick<AuditModel, 'filters' | 'following' | 'requests' | 'state' | 'trail'>;

/** Delays in milliseconds before repeated requests, because the audit trail may lag behind. */
const LAG_MS = [1000, 2000, 4000, 8000];

/**
 * Returns the audit event of a query; undefined if none was found. If the event is only likely that of the query, a
 * note in the views says so. Repeats the request a few times, because the audit trail may lag behind.
 */
export async function findEventOfQuery(
  model: SearchedModel,
  answered: SentQuery,
  sequence: RequestSequence,
): Promise<LoadedEvent | undefined> {
  const search = new EventSearch(model, answered, sequence);
  const isOver = (found: LoadedEvent | undefined): boolean =>
    found !== undefined || model.state.error() !== undefined || !sequence.isCurrent();
  // Most events are available at once. Only waiting for one is worth a notification.
  const newest = await search.findAmongLoadedOrLoadNewest();
  if (isOver(newest)) return newest;
  const first = await search.loadAndFindByServiceFilters();
  if (isOver(first)) return first;
  return showProgress(
    {
      location: vscode.ProgressLocation.Notification,
      cancellable: true,
      title: vscode.l10n.t('Waiting for the audit event'),
    },
    async (_progress, token) => {
      const listening = token.onCancellationRequested(() => model.requests.cancelRequest());
      try {
        for (const ms of LAG_MS) {
          await waitWhileCurrent(ms, model.state, sequence);
          const found = await search.loadAndFindByServiceFilters();
          if (isOver(found)) return found;
        }
        return undefined;
      } finally {
        listening.dispose();
      }
    },
  );
}

/**
 * Returns the audit event of a query from the displayed table in ClickHouse; undefined if no table of the query's
 * connection is displayed, if the event is not in it, or if it can't be read.
 */
export async function findEventInDisplayedTable(
  model: SearchedModel,
  answered: SentQuery,
): Promise<LoadedEvent | undefined> {
  if (model.state.file()?.table?.connection !== answered.target.connection.name) return undefined;
  const search = new EventSearch(model, answered, createRequestSequence(model.requests));
  return search.findByRequestID().catch((error: unknown) => {
    if (!(error instanceof SourceError)) throw error;
    return undefined;
  });
}

class EventSearch {
  readonly #model: SearchedModel;
  readonly #answered: SentQuery;
  readonly #sequence: RequestSequence;
  readonly #actor: string | undefined;
  /** The query's request ID; undefined if it has none, or if the service is known not to log the same ID (S13). */
  readonly #requestID: string | undefined;
  readonly #account: AuditFilters;

  constructor(model: SearchedModel, answered: SentQuery, sequence: RequestSequence) {
    this.#model = model;
    this.#answered = answered;
    this.#sequence = sequence;
    this.#actor = model.requests.getOwnActorName();
    const relation = model.requests.getCurrentServiceProfile()?.listing.requestID;
    this.#requestID = relation === undefined || relation === 'same' ? answered.requestID : undefined;
    const { accountID } = model.filters.getRequestedServiceFilters();
    this.#account = accountID ? { accountID } : {};
  }

  /** Returns the event with the query's request ID among the displayed ones; undefined if there is none. */
  async findByRequestID(): Promise<LoadedEvent | undefined> {
    return this.#requestID ? this.#findLoadedByRequestID() : undefined;
  }
  async findAmongLoadedOrLoadNewest(): Promise<LoadedEvent | undefined> {
    if (!this.#requestID) return undefined;
    const isOfService = this.#model.state.isLoaded() && !this.#model.state.file();
    const shown = isOfService ? await this.#findLoadedByRequestID() : undefined;
    return shown ?? ((await this.#loadForSearch(this.#account)) ? this.#findLoadedByRequestID() : undefined);
  }
  async loadAndFindByServiceFilters(): Promise<LoadedEvent | undefined> {
    const { target } = this.#answered;
    if (this.#requestID) {
      const byID = { ...this.#account, 'context.requestID': this.#requestID };
      if (!(await this.#loadForSearch(byID))) return undefined;
      const found = await this.#findLoadedByRequestID();
      if (found) return found;
    }
    const actor: AuditFilters = this.#actor ? { 'context.actor': this.#actor } : {};
    if (!(await this.#loadForSearch({ ...this.#account, vaultID: target.vault.id, ...actor })))
      return undefined;
    const likely = await this.#findNearestLikelyEvent();
    if (!likely) return undefined;
    if (!this.#contradictIfRequestIDMatches(likely.event))
      this.#model.following.setListingNote(
        vscode.l10n.t(
          'Likely the audit event of your query: same vault, text, and time, but no matching request ID.',
        ),
      );
    return likely;
  }

  /**
   * Whether the event has the query's request ID. If so, what the service's profile says about request
   * IDs is marked as contradicted (S13).
   */
  #contradictIfRequestIDMatches({ context }: AuditEvent): boolean {
    const { requestID } = this.#answered;
    if (requestID === undefined || context.requestID !== requestID) return false;
    this.#model.requests.markProfilePartContradicted('requestID');
    return true;
  }

  /**
   * Returns a loaded event with the query's request ID; undefined if there is none. One request may
   * cause several events (S13), so the one that contains the query is preferred.
   */
  async #findLoadedByRequestID(): Promise<LoadedEvent | undefined> {
    const { requestID, query } = this.#answered;
    const found = await this.#readMatchingLoadedEvents(
      () => {
        const { filters } = this.#model;
        const { local } = filters.getAppliedFilters();
        return filters.resolveLocalFilters({
          ...local,
          question: applyValueChoice(local.question, 'requestID', [requestID], 'only'),
        });
      },
      ({ context }) => context.requestID === requestID,
    );
    return found.find(({ event }) => findQueryText(event)?.trim() === query.trim()) ?? found[0];
  }
  async #findNearestLikelyEvent(): Promise<LoadedEvent | undefined> {
    const { target, query, endedAt: at } = this.#answered;
    const sent = { vaultID: target.vault.id, query, at, actor: this.#actor };
    const found = await this.#readMatchingLoadedEvents(
      () => filtersForSentQuery(sent),
      (event) => isLikelyEventOf(event, sent),
    );
    const nearestFirst = createTimeDistanceComparator(sent);
    return found.toSorted((a, b) => nearestFirst(a.event, b.event))[0];
  }
  #readMatchingLoadedEvents(
    filters: () => TrailFilters,
    isMatch: (event: AuditEvent) => boolean,
  ): Promise<readonly LoadedEvent[]> {
    const { filters: applied, state, trail } = this.#model;
    return readDisplayedListing(state, () =>
      readMatchingEvents(trail, { ...applied.createTrailQuery(), filters: filters() }, ({ event }) =>
        isMatch(event),
      ),
    );
  }
  /**
   * Loads the newest events for these filters. Resolves to false also if the request failed, because
   * the displayed events are then not the requested ones.
   */
  async #loadForSearch(filters: AuditFilters): Promise<boolean> {
    return (await this.#sequence.loadNewestClearingLocalFilters(filters)) && !this.#model.state.error();
  }
}

function waitWhileCurrent(
  ms: number,
  state: Pick<ModelState, 'onDidChange'>,
  sequence: RequestSequence,
): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, ms);
    const listening = state.onDidChange(() => sequence.isCurrent() || end());
    function end(): void {
      clearTimeout(timer);
      listening.dispose();
      resolve();
    }
  });
}
