/** Finds the audit event of a query that was run. */
import * as vscode from 'vscode';
import {
  byTimeDistanceTo,
  filtersForSentQuery,
  isLikelyEventOf,
} from '../../../core/audit/feed/queryEvent.ts';
import { queryOf } from '../../../core/audit/feed/queryOf.ts';
import type { AuditFilters } from '../../../core/audit/filters/filters.ts';
import { withValues } from '../../../core/audit/query/editQuery.ts';
import type { TrailFilters } from '../../../core/audit/table/filter.ts';
import { type LoadedEvent, matchingRows } from '../../../core/audit/table/trailReads.ts';
import type { AuditEvent } from '../../../core/service/types.ts';
import type { AnsweredQuery } from '../../app/displayedQuery.ts';
import { showProgress } from '../../platform/dialogs.ts';
import type { AuditModel } from '../model/auditModel.ts';
import { readDisplayedListing } from '../model/displayedListing.ts';
import type { RequestSequence } from '../model/requestSequence.ts';
import type { ModelState } from '../model/state.ts';

type SearchedModel = Pick<AuditModel, 'filters' | 'following' | 'requests' | 'state' | 'trail'>;

/**
 * How long to wait before each repeated request for the event of a query, in milliseconds: the audit trail may lag
 * behind.
 */
const LAG_MS = [1000, 2000, 4000, 8000];

/**
 * Returns the audit event of a query; undefined if it was not found. Searches the newest events first, without
 * filters that the user would have to clear later, and then requests the event by filters. That request is repeated
 * up to four times, because the audit trail may lag behind, unless a request fails or another one replaces it. While
 * waiting, a notification lets the user cancel.
 */
export async function findEvent(
  model: SearchedModel,
  answered: AnsweredQuery,
  sequence: RequestSequence,
): Promise<LoadedEvent | undefined> {
  const search = new EventSearch(model, answered, sequence);
  const isOver = (found: LoadedEvent | undefined): boolean =>
    found !== undefined || model.state.error() !== undefined || !sequence.isCurrent();
  // Most events are available at once. Only waiting for one is worth a notification.
  const newest = await search.findAmongNewest();
  if (isOver(newest)) return newest;
  const first = await search.findByServiceFilters();
  if (isOver(first)) return first;
  return showProgress(
    {
      location: vscode.ProgressLocation.Notification,
      cancellable: true,
      title: vscode.l10n.t('Waiting for the audit event'),
    },
    async (_progress, token) => {
      const listening = token.onCancellationRequested(() => model.requests.cancel());
      try {
        for (const ms of LAG_MS) {
          await waitFor(ms, model.state, sequence);
          const found = await search.findByServiceFilters();
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
 * Searches for the audit event of one query by its request ID or, if no event has that, by its vault, text, time, and
 * actor.
 */
class EventSearch {
  readonly #model: SearchedModel;
  readonly #answered: AnsweredQuery;
  readonly #sequence: RequestSequence;
  /** The actor that the service logs for the user; undefined if it is not known yet. */
  readonly #actor: string | undefined;
  /**
   * The query's request ID; undefined if it has none, or if the service is known to log another one, so that no event
   * can be found by it (S13).
   */
  readonly #requestID: string | undefined;
  /** The requested account ID as a filter, which every search includes; empty if there is none. */
  readonly #account: AuditFilters;

  constructor(model: SearchedModel, answered: AnsweredQuery, sequence: RequestSequence) {
    this.#model = model;
    this.#answered = answered;
    this.#sequence = sequence;
    this.#actor = model.requests.user();
    const relation = model.requests.profile()?.listing.requestID;
    this.#requestID = relation === undefined || relation === 'same' ? answered.requestID : undefined;
    const { accountID } = model.filters.requested();
    this.#account = accountID ? { accountID } : {};
  }

  /**
   * Returns the event with the query's request ID from the displayed events or, if they do not contain it, from the
   * newest events without filters. Undefined if neither has it.
   */
  async findAmongNewest(): Promise<LoadedEvent | undefined> {
    if (!this.#requestID) return undefined;
    const isOfService = this.#model.state.isLoaded() && !this.#model.state.file();
    const shown = isOfService ? await this.#findCertain() : undefined;
    return shown ?? ((await this.#search(this.#account)) ? this.#findCertain() : undefined);
  }
  /**
   * Requests the events with the query's request ID from the service and returns the query's event. If there is none,
   * requests the vault's events and returns the most likely one, with a note for the user. Undefined if nothing was
   * found or a request failed.
   */
  async findByServiceFilters(): Promise<LoadedEvent | undefined> {
    const { target } = this.#answered;
    if (this.#requestID) {
      const byID = { ...this.#account, 'context.requestID': this.#requestID };
      if (!(await this.#search(byID))) return undefined;
      const found = await this.#findCertain();
      if (found) return found;
    }
    const actor: AuditFilters = this.#actor ? { 'context.actor': this.#actor } : {};
    if (!(await this.#search({ ...this.#account, vaultID: target.vault.id, ...actor }))) return undefined;
    const likely = await this.#findLikely();
    if (!likely) return undefined;
    if (!this.#hasRequestID(likely.event))
      this.#model.following.setNote(
        vscode.l10n.t(
          'Likely the audit event of your query: same vault, text, and time, but no matching request ID.',
        ),
      );
    return likely;
  }

  /**
   * Returns whether an event that was found by its text has the query's request ID all the same. That contradicts the
   * profile of a service, by which no event was searched for by that ID (S13).
   */
  #hasRequestID({ context }: AuditEvent): boolean {
    const { requestID } = this.#answered;
    if (requestID === undefined || context.requestID !== requestID) return false;
    this.#model.requests.contradict('requestID');
    return true;
  }

  /**
   * Returns the loaded event with the query's request ID: the one that contains the query, because one request may
   * cause several events (S13), else the first one. Undefined if there is none.
   */
  async #findCertain(): Promise<LoadedEvent | undefined> {
    const { requestID, query } = this.#answered;
    const found = await this.#loaded(
      () => {
        const { filters } = this.#model;
        const { local } = filters.applied();
        return filters.resolve({
          ...local,
          question: withValues(local.question, 'requestID', [requestID], 'only'),
        });
      },
      ({ context }) => context.requestID === requestID,
    );
    return found.find(({ event }) => queryOf(event)?.trim() === query.trim()) ?? found[0];
  }
  /**
   * Returns the loaded event that is most likely the query's, whether or not local filters hide it; undefined if none
   * is.
   */
  async #findLikely(): Promise<LoadedEvent | undefined> {
    const { target, query, respondedAt: at } = this.#answered;
    const sent = { vaultID: target.vault.id, query, at, actor: this.#actor };
    const found = await this.#loaded(
      () => filtersForSentQuery(sent),
      (event) => isLikelyEventOf(event, sent),
    );
    const nearestFirst = byTimeDistanceTo(sent);
    return found.toSorted((a, b) => nearestFirst(a.event, b.event))[0];
  }
  /** Returns the loaded events that pass these filters and `isMatch`. */
  #loaded(
    filters: () => TrailFilters,
    isMatch: (event: AuditEvent) => boolean,
  ): Promise<readonly LoadedEvent[]> {
    const { filters: applied, state, trail } = this.#model;
    return readDisplayedListing(state, () =>
      matchingRows(trail, { ...applied.query(), filters: filters() }, ({ event }) => isMatch(event)),
    );
  }
  /**
   * Requests the events for `filters`. Resolves to false if no response was applied or the request failed, because
   * the displayed events are then not those requested.
   */
  async #search(filters: AuditFilters): Promise<boolean> {
    return (await this.#sequence.search(filters)) && !this.#model.state.error();
  }
}

/** Resolves after `ms` milliseconds, or earlier if another request replaces the sequence. */
function waitFor(
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
