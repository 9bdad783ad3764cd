/** The part of a check that lists audit events: what an event has, filters, paging, and order (S10–S31, S42). */
import { eventTimestamp, isValidTimestamp } from '../audit/feed/timestamps.ts';
import { AUDIT_FILTERS, type FilterName } from '../audit/filters/filters.ts';
import { isJsonObject, stringifyJson } from '../service/json.ts';
import type { AuditEvent, AuditPage } from '../service/types.ts';
import type { Findings } from './findings.ts';
import {
  errorBodyOf,
  handlingOf,
  idOf,
  isUsable,
  limitOf,
  moveOf,
  orderOf,
  parametersOf,
  valuesOf,
} from './pages.ts';
import type { Parameter, Requester, Response } from './requests.ts';
import type { CursorHandling, ErrorBodyForm, Evidence, LimitHandling, ListingOrder } from './rules.ts';

/** Size of the pages by which cursors are tried, where the service takes `limit`. */
const SMALL_PAGE = 3;
/** A change ID that no event has. A service that returns events for it ignores its filters. */
const NO_CHANGE_ID = 'vault-sql-check-no-such-event';
/** Maximum number of filters that are tried with a value, one request each. */
const MAX_FILTERS_TRIED = 6;

/** Size of the page by which the order is read, where the service takes `limit`. */
const ORDER_PAGE = 25;

/** What the listing showed. A property that is undefined could not be told. */
interface ListingResult {
  /** All events that were returned, without repeats, in the order in which they were first returned. */
  readonly events: readonly AuditEvent[];
  readonly cursor?: CursorHandling;
  readonly isCursorInclusive?: boolean;
  readonly pageSize?: number;
  readonly limit?: LimitHandling;
  readonly order?: ListingOrder;
  readonly hasShortPages?: boolean;
  readonly errorBody?: ErrorBodyForm;
  /** True if the service returns events although a filter that nothing matches was sent. */
  readonly ignoresFilters: boolean;
}

export class ListingCheck {
  readonly #requests: Requester;
  readonly #findings: Findings;
  readonly #seen = new Map<string, AuditEvent>();
  /** Pages in the order of the listing, each followed by the next: for order and page sizes. */
  readonly #chain: AuditPage[] = [];
  readonly #evidence: Evidence[] = [];
  #result: ListingResult = { events: [], ignoresFilters: false };
  #conflicting = false;

  constructor(requests: Requester, findings: Findings) {
    this.#requests = requests;
    this.#findings = findings;
  }

  get result(): ListingResult {
    return { ...this.#result, events: [...this.#seen.values()] };
  }

  /** Lists events, and finds out how the listing pages. Returns false if the first listing failed: nothing can be told then. */
  async run(): Promise<boolean> {
    const first = await this.#page();
    if (!first) {
      this.#findings.unknown('failed', 'S1', 'S3', 'S5', 'S23', 'S27');
      return false;
    }
    this.#findings.set('S23', true, this.#evidence);
    this.#findings.set('S27', true, this.#evidence);
    await this.#requiredAccount();
    await this.#impossibleFilter();
    const small = await this.#limitOf(first);
    await this.#cursors(first, small);
    await this.#pageSizes(first);
    await this.#filters();
    await this.#emptyEntry();
    this.#shapes();
    return true;
  }

  /** Sends requests with a known outcome again. Whatever is different now is no longer claimed. */
  async verify(): Promise<void> {
    await this.#order();
    await this.#verifyCursor();
    const { limit } = this.#result;
    if (limit !== undefined) {
      const response = await this.#requests.list(['limit', '2']);
      const now = response.kind === 'refused' ? 'refused' : limitOf(response, 2);
      if (now !== limit && response.kind !== 'notSent') {
        const { limit: _limit, pageSize: _size, ...rest } = this.#result;
        this.#result = rest;
        this.#findings.withdraw('inconsistent', evidenceOf(response), 'S29');
      }
    }
    const refused = await this.#requests.listRaw();
    if (refused.kind === 'refused' && errorBodyOf(refused.response) !== this.#result.errorBody) {
      const { errorBody: _form, ...rest } = this.#result;
      this.#result = rest;
      this.#findings.withdraw('inconsistent', [refused.evidence], 'S31');
    }
    if (refused.kind === 'accepted')
      this.#findings.withdraw('inconsistent', [refused.evidence], 'S25', 'S24', 'S31');
  }

  /** Lists a page and the one after its cursor again: the newest page, because events were added since the first time. */
  async #verifyCursor(): Promise<void> {
    const was = this.#result.cursor;
    if (was === undefined) return;
    const limit: readonly Parameter[] =
      this.#result.limit === 'accepted' ? [['limit', String(SMALL_PAGE)]] : [];
    const before = await this.#requests.list(...limit);
    if (before.kind !== 'accepted' || !isUsable(before.value.nextOps)) return;
    const names = was === 'nextOps' ? 'nextOps' : 'afterOps';
    const next = before.value.nextOps;
    const response = await this.#requests.list(...parametersOf[names](next), ...limit);
    const now = handlingOf(response, before.value, next, names);
    if (now === undefined || now === was) return;
    const { cursor: _cursor, isCursorInclusive: _inclusive, ...rest } = this.#result;
    this.#result = rest;
    this.#findings.withdraw('inconsistent', evidenceOf(response), 'S28');
  }

  /** Lists one page, and remembers its events. Returns undefined unless the service accepted the request. */
  async #page(...parameters: readonly Parameter[]): Promise<AuditPage | undefined> {
    const response = await this.#requests.list(...parameters);
    this.#evidence.push(...evidenceOf(response));
    if (response.kind !== 'accepted') return undefined;
    this.note(response.value);
    return response.value;
  }

  /** Remembers the events of a page that was listed elsewhere. */
  note({ events }: AuditPage): void {
    for (const event of events ?? []) {
      const id = idOf(event);
      if (id === undefined) continue;
      const known = this.#seen.get(id);
      if (known && stringifyJson(known.raw) !== stringifyJson(event.raw)) this.#conflicting = true;
      if (!known) this.#seen.set(id, event);
    }
  }

  async #requiredAccount(): Promise<void> {
    const response = await this.#requests.listRaw();
    const evidence = evidenceOf(response);
    const isTrue = response.kind === 'refused' ? true : response.kind === 'accepted' ? false : undefined;
    this.#findings.set('S25', isTrue, evidence);
    if (response.kind !== 'refused') return;
    const form = errorBodyOf(response.response);
    this.#result = { ...this.#result, errorBody: form };
    this.#findings.set('S31', form !== 'otherJson', evidence, { seen: { what: 'errorBody', form } });
  }

  async #impossibleFilter(): Promise<void> {
    const response = await this.#requests.list(['filterOps.context.changeID', NO_CHANGE_ID]);
    if (response.kind === 'accepted' && (response.value.events ?? []).length > 0)
      this.#result = { ...this.#result, ignoresFilters: true };
    this.#evidence.push(...evidenceOf(response));
  }

  /** Finds out whether the service takes `limit`. Returns the small page, or undefined if there is none. */
  async #limitOf(first: AuditPage): Promise<AuditPage | undefined> {
    if ((first.events ?? []).length <= SMALL_PAGE) return undefined;
    const response = await this.#requests.list(['limit', String(SMALL_PAGE)]);
    this.#evidence.push(...evidenceOf(response));
    const limit = response.kind === 'refused' ? 'refused' : limitOf(response, SMALL_PAGE);
    if (limit) this.#result = { ...this.#result, limit };
    if (response.kind !== 'accepted') return undefined;
    this.note(response.value);
    return limit === 'accepted' ? response.value : undefined;
  }

  /** Finds out how `nextOps` is passed back, by the small page if there is one. */
  async #cursors(first: AuditPage, small: AuditPage | undefined): Promise<void> {
    const before = small ?? first;
    const next = before.nextOps;
    const limit: readonly Parameter[] = small ? [['limit', String(SMALL_PAGE)]] : [];
    if (!isUsable(next)) {
      this.#findings.set('S22', undefined, this.#evidence.slice(0, 1), { reason: 'tooFew' });
      this.#findings.set('S28', undefined, this.#evidence.slice(-1), { reason: 'tooFew' });
      return;
    }
    this.#chain.push(before);
    const evidence: Evidence[] = [];
    for (const names of ['afterOps', 'nextOps'] as const) {
      const parameters = [...parametersOf[names](next), ...limit];
      const response = await this.#requests.list(...parameters);
      evidence.push(...evidenceOf(response));
      if (response.kind === 'accepted') this.note(response.value);
      const handling = handlingOf(response, before, next, names);
      if (handling === 'refused' && names === 'afterOps') continue;
      if (handling === 'refused' || handling === 'ignored') {
        // Under either name, the page stays the first one: a second name that is ignored adds nothing to a refusal.
        const found = names === 'afterOps' ? handling : 'refused';
        this.#settle(found, undefined, evidence);
        return;
      }
      if (handling === undefined || response.kind !== 'accepted') {
        this.#findings.set('S28', undefined, evidence, {
          reason: response.kind === 'accepted' ? 'tooFew' : 'failed',
        });
        return;
      }
      const move = moveOf(before, next, response.value);
      this.#chain.push(response.value);
      const inclusive = move.kind === 'moved' && move.inclusive;
      this.#settle(handling, inclusive, evidence);
      await this.#further(names, limit, response.value, evidence);
      return;
    }
  }

  #settle(cursor: CursorHandling, inclusive: boolean | undefined, evidence: readonly Evidence[]): void {
    this.#result = {
      ...this.#result,
      cursor,
      ...(inclusive === undefined ? {} : { isCursorInclusive: inclusive }),
    };
    const seen = {
      what: 'cursor',
      handling: cursor,
      ...(inclusive === undefined ? {} : { inclusive }),
    } as const;
    this.#findings.set('S28', cursor === 'afterOps', evidence, { seen });
  }

  /** Follows the cursors of two more pages: a service that goes round in a circle does not page. */
  async #further(
    names: 'afterOps' | 'nextOps',
    limit: readonly Parameter[],
    page: AuditPage,
    evidence: Evidence[],
  ): Promise<void> {
    let before = page;
    for (let count = 0; count < 2; count++) {
      const next = before.nextOps;
      if (!isUsable(next)) return;
      const response = await this.#requests.list(...parametersOf[names](next), ...limit);
      evidence.push(...evidenceOf(response));
      if (response.kind !== 'accepted') return;
      const move = moveOf(before, next, response.value);
      const isKnown = (response.value.events ?? []).some(
        (event) =>
          idOf(event) !== next.changeID &&
          this.#seen.has(idOf(event) ?? '') &&
          !this.#isInFirstListing(event),
      );
      if (move.kind === 'stayed' || isKnown) {
        const { cursor: _cursor, isCursorInclusive: _inclusive, ...rest } = this.#result;
        this.#result = rest;
        this.#findings.withdraw('inconsistent', evidence, 'S28');
        return;
      }
      this.note(response.value);
      this.#chain.push(response.value);
      before = response.value;
    }
  }

  /** Whether an event is known only from the first, larger page, of which the small pages are a part. */
  #isInFirstListing(event: AuditEvent): boolean {
    return !this.#chain.some(({ events }) => events?.some((other) => idOf(other) === idOf(event)));
  }

  /** Finds out the size of a page without `limit`, and whether pages are short although more events follow. */
  async #pageSizes(first: AuditPage): Promise<void> {
    const { cursor, limit } = this.#result;
    const size = (first.events ?? []).length;
    const full = limit === 'accepted' ? SMALL_PAGE : undefined;
    const cursorEvents = this.#result.isCursorInclusive ? 1 : 0;
    const followed = this.#chain.slice(0, -1);
    let isShort = full !== undefined && followed.some(({ events }) => (events ?? []).length < full);
    let evidence = this.#evidence.slice(0, 1);
    let pageSize: number | undefined;
    if ((cursor === 'afterOps' || cursor === 'nextOps') && isUsable(first.nextOps)) {
      const response = await this.#requests.list(...parametersOf[cursor](first.nextOps));
      evidence = [...evidence, ...evidenceOf(response)];
      if (response.kind === 'accepted') {
        this.note(response.value);
        const second = (response.value.events ?? []).length;
        const isFollowed = isUsable(response.value.nextOps);
        if (second > cursorEvents && isFollowed && second !== size) isShort = true;
        if (second > cursorEvents && !isShort && (second === size || !isFollowed)) pageSize = size;
      }
    }
    this.#result = {
      ...this.#result,
      ...(pageSize === undefined ? {} : { pageSize }),
      ...(isShort ? { hasShortPages: true } : {}),
    };
    const isKnown = pageSize !== undefined || limit !== undefined;
    this.#findings.set('S29', isKnown ? limit === 'accepted' : undefined, evidence, {
      reason: 'tooFew',
      seen: isKnown ? { what: 'pageSize', size: pageSize, limit } : undefined,
    });
  }

  /**
   * Reads the order from all pages. The newest page is listed once more: by now it has the events of this check, whose
   * order of arrival is known to be that of their requests, however the service stamps them.
   */
  async #order(): Promise<void> {
    const limit = this.#result.limit === 'accepted' ? [['limit', String(ORDER_PAGE)] as const] : [];
    const response = await this.#requests.list(...limit);
    const pages = [...this.#chain, ...(response.kind === 'accepted' ? [response.value] : [])];
    const order = orderOf(pages);
    if (order) this.#result = { ...this.#result, order };
    const evidence = [...this.#evidence.slice(0, 2), ...evidenceOf(response)];
    this.#findings.set('S42', order === undefined ? undefined : order !== 'oldestFirst', evidence, {
      reason: 'tooFew',
      seen: order ? { what: 'order', order } : undefined,
    });
  }

  /** Sends filters with values of known events: each event that comes back must have the value (S24). */
  async #filters(): Promise<void> {
    if (this.#result.ignoresFilters) {
      this.#findings.set('S24', false, this.#evidence.slice(0, 3), {
        seen: { what: 'filters', ignored: AUDIT_FILTERS.map(({ name }) => name), tried: 1 },
      });
      return;
    }
    const ignored: FilterName[] = [];
    const evidence: Evidence[] = [];
    let tried = 0;
    for (const { name, parameter, required } of AUDIT_FILTERS) {
      if (required || tried >= MAX_FILTERS_TRIED) continue;
      const value = this.#valueFor(name);
      if (value === undefined) continue;
      const response = await this.#requests.list([parameter, value, `{${name}}`]);
      evidence.push(...evidenceOf(response));
      if (response.kind !== 'accepted') continue;
      tried++;
      const events = response.value.events ?? [];
      if (events.length === 0 || events.some((event) => !valuesOf(event, name).includes(value)))
        ignored.push(name);
    }
    this.#findings.set('S24', tried === 0 ? undefined : ignored.length === 0, evidence, {
      reason: 'tooFew',
      seen: { what: 'filters', ignored, tried },
    });
  }

  /** Returns a value that some known event has, and another known event does not have, so that the filter must drop one. */
  #valueFor(name: FilterName): string | undefined {
    const events = [...this.#seen.values()];
    for (const event of events) {
      const [value] = valuesOf(event, name);
      if (value !== undefined && events.some((other) => !valuesOf(other, name).includes(value))) return value;
    }
    return undefined;
  }

  async #emptyEntry(): Promise<void> {
    const id = [...this.#seen.values()].flatMap(({ resourceIDs }) => resourceIDs)[0];
    if (id === undefined) {
      this.#findings.set('S26', undefined, [], { reason: 'tooFew' });
      return;
    }
    const response = await this.#requests.list(['filterOps.resourceIDs', `${id},`, '{resourceID},']);
    const isAccepted = response.kind === 'accepted' ? true : response.kind === 'refused' ? false : undefined;
    this.#findings.set('S26', isAccepted === undefined ? undefined : true, evidenceOf(response), {
      seen: isAccepted === undefined ? undefined : { what: 'emptyEntry', isAccepted },
    });
  }

  /** Compares the form of all events with the rules on their parts (S10–S22). */
  #shapes(): void {
    const events = [...this.#seen.values()];
    const evidence = this.#evidence.slice(0, 1);
    const every = (
      rule: Parameters<Findings['set']>[0],
      test: (event: AuditEvent) => boolean | undefined,
    ): void => {
      const results = events.map(test).filter((result) => result !== undefined);
      const isTrue = results.length === 0 ? undefined : results.every(Boolean);
      this.#findings.set(rule, isTrue, evidence, { reason: 'tooFew' });
    };
    every('S10', ({ raw }) => isJsonObject(raw.context) && isJsonObject(raw.request));
    every('S11', ({ resourceIDs }) =>
      resourceIDs.length === 0 ? undefined : resourceIDs.every((id) => /^[^/]+\/.+$/.test(id)),
    );
    this.#findings.set('S12', events.length === 0 ? undefined : !this.#conflicting, evidence, {
      reason: 'tooFew',
    });
    every('S14', ({ context }) => (context.actor === undefined ? undefined : context.actor !== ''));
    every('S15', ({ context }) =>
      (context.actorType ?? context.accessType) === undefined ? undefined : true,
    );
    const modes = AUDIT_FILTERS.find(({ name }) => name === 'context.authMode')?.values ?? [];
    every('S16', ({ context: { authMode } }) =>
      authMode === undefined ? undefined : modes.includes(authMode),
    );
    this.#findings.unknown('notObservable', 'S17');
    every('S18', ({ context }) => ((context.ipAddress ?? context.jwtID) === undefined ? undefined : true));
    every('S19', ({ response: { code } }) => (code === undefined ? undefined : typeof code === 'number'));
    every('S20', ({ request }) => (request.httpInfo ?? request.actionType) !== undefined);
    every('S21', (event) => {
      const time = eventTimestamp(event);
      return time === undefined ? undefined : isValidTimestamp(time) && /\.\d{9}$/.test(time);
    });
    const next = this.#chain[0]?.nextOps;
    if (next) this.#findings.set('S22', Boolean(next.timestamp && next.changeID), evidence);
  }
}

/** The evidence of a request, or nothing if it was not sent. */
export const evidenceOf = (response: Response<unknown>): readonly Evidence[] =>
  response.kind === 'notSent' ? [] : [response.evidence];
