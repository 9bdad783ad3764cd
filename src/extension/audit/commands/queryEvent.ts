/** From a query to its audit event. */
import * as vscode from 'vscode';
import { likelyEvents } from '../../../core/audit/feed/queryEvent.ts';
import { queryOf } from '../../../core/audit/feed/queryOf.ts';
import type { AuditFilters } from '../../../core/audit/filters/filters.ts';
import { withValues } from '../../../core/audit/filters/localFilters.ts';
import type { TrailQuery } from '../../../core/audit/table/trail.ts';
import { allRows, type LoadedEvent } from '../../../core/audit/table/trailReads.ts';
import type { AnsweredQuery } from '../../app/shownQuery.ts';
import { showProgress } from '../../platform/dialogs.ts';
import type { AuditModel } from '../model/auditModel.ts';
import { ofShown } from '../model/ofShown.ts';
import type { RequestSequence } from '../model/requestSequence.ts';
import type { ModelState } from '../model/state.ts';

type SearchedModel = Pick<AuditModel, 'filters' | 'following' | 'requests' | 'state' | 'trail'>;

/** Waits before the trail is asked again for the event of a query: it may lag behind. */
const LAG_MS = [1000, 2000, 4000, 8000];

/**
 * The event of a query: among the newest of all, so that no filter is left to be cleared, else as the service finds it.
 * Asked again a few times, since the trail may lag, but not once the sequence is over.
 */
export async function findEvent(
  model: SearchedModel,
  answered: AnsweredQuery,
  sequence: RequestSequence,
): Promise<LoadedEvent | undefined> {
  const search = new EventSearch(model, answered, sequence);
  const isOver = (found: LoadedEvent | undefined): boolean =>
    found !== undefined || model.state.error() !== undefined || !sequence.isCurrent();
  // Mostly it is there at once: only a wait is worth a notification.
  const newest = await search.amongNewest();
  if (isOver(newest)) return newest;
  const first = await search.byService();
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
          const found = await search.byService();
          if (isOver(found)) return found;
        }
        return undefined;
      } finally {
        listening.dispose();
      }
    },
  );
}

/** The requests for the event of one query, and what it is known by. */
class EventSearch {
  readonly #model: SearchedModel;
  readonly #answered: AnsweredQuery;
  readonly #sequence: RequestSequence;
  /** Who sent the query, where that is known. */
  readonly #actor: string | undefined;
  /** The account asked for, which stays. */
  readonly #account: AuditFilters;

  constructor(model: SearchedModel, answered: AnsweredQuery, sequence: RequestSequence) {
    this.#model = model;
    this.#answered = answered;
    this.#sequence = sequence;
    this.#actor = model.requests.user();
    const { accountID } = model.filters.requested();
    this.#account = accountID ? { accountID } : {};
  }

  /** By its request ID among the events shown, else among the newest of all. */
  async amongNewest(): Promise<LoadedEvent | undefined> {
    if (!this.#answered.requestID) return undefined;
    const isOfService = this.#model.state.isLoaded() && !this.#model.state.file();
    const shown = isOfService ? await this.#certain() : undefined;
    return shown ?? ((await this.#search(this.#account)) ? this.#certain() : undefined);
  }
  /** The service is asked for the request ID, and where it has none, for one that is likely. */
  async byService(): Promise<LoadedEvent | undefined> {
    const { requestID, target } = this.#answered;
    if (requestID) {
      if (!(await this.#search({ ...this.#account, 'context.requestID': requestID }))) return undefined;
      const found = await this.#certain();
      if (found) return found;
    }
    const actor: AuditFilters = this.#actor ? { 'context.actor': this.#actor } : {};
    if (!(await this.#search({ ...this.#account, vaultID: target.vault.id, ...actor }))) return undefined;
    const likely = await this.#likely();
    if (likely)
      this.#model.following.setNote(
        vscode.l10n.t(
          'Likely the audit event of your query: same vault, text, and time, but no matching request ID.',
        ),
      );
    return likely;
  }

  /** Of those loaded. One request may cause several events (S13): the one with the query is meant. */
  async #certain(): Promise<LoadedEvent | undefined> {
    const { requestID, query } = this.#answered;
    const found = await this.#loaded(() => ({
      ...this.#model.filters.query(),
      filters: withValues(this.#model.filters.applied().local, 'requestID', [requestID], 'only'),
    }));
    const ofRequest = found.filter(({ event }) => event.context.requestID === requestID);
    return ofRequest.find(({ event }) => queryOf(event)?.trim() === query.trim()) ?? ofRequest[0];
  }
  /** Of those loaded. */
  async #likely(): Promise<LoadedEvent | undefined> {
    const { target, query, at } = this.#answered;
    const loaded = await this.#loaded(() => this.#model.filters.query());
    return likelyEvents(loaded, { vaultID: target.vault.id, query, at, actor: this.#actor })[0];
  }
  #loaded(query: () => TrailQuery): Promise<readonly LoadedEvent[]> {
    return ofShown(this.#model.state, async () => (await allRows(this.#model.trail, query())).rows);
  }
  /** The events still shown after a refusal are not the answer. */
  async #search(filters: AuditFilters): Promise<boolean> {
    return (await this.#sequence.search(filters)) && !this.#model.state.error();
  }
}

/** Ends early when the sequence is over. */
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
