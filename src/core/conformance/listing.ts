import { isUsableCursor } from '../audit/feed/paging.ts';
import { AUDIT_FILTERS, type FilterName } from '../audit/filters/filters.ts';
import { fieldOfFilter, getFieldEntries } from '../audit/table/fields.ts';
import { stringifyJson } from '../service/json.ts';
import type { AuditEvent, AuditPage } from '../service/types.ts';
import { checkEventForms } from './eventForms.ts';
import type { Findings } from './findings.ts';
import {
  changeIDOf,
  classifyErrorBody,
  classifyPageMove,
  createCursorParameters,
  findCursorHandling,
  findLimitHandling,
  findListingOrder,
  MIN_DISTINCT_TIMES,
} from './pages.ts';
import type { ListingParameter, Requester, RequestOutcome } from './requests.ts';
import type { CursorHandling, ErrorBodyForm, LimitHandling, ListingOrder, RuleID } from './rules.ts';

const SMALL_PAGE_SIZE = 3;
/** A change ID that no event has. If a service returns events for it, the check takes all filters to be ignored. */
const NO_CHANGE_ID = 'vault-sql-check-no-such-event';
const MAX_FILTERS_TRIED = 4;
const ORDER_PAGE_SIZE = 25;

interface ListingResult {
  readonly cursor?: CursorHandling;
  readonly isCursorInclusive?: boolean;
  readonly limit?: LimitHandling;
  readonly order?: ListingOrder;
  readonly errorBody?: ErrorBodyForm;
}

type ListingResponse = RequestOutcome<AuditPage>;

const LISTING_RULES: readonly RuleID[] = [
  ...(['S5', 'S10', 'S11', 'S12', 'S14', 'S15', 'S16', 'S18', 'S19', 'S20', 'S21', 'S22'] as const),
  ...(['S24', 'S25', 'S26', 'S28', 'S29', 'S31', 'S42'] as const),
];

export class ListingCheck {
  readonly #requests: Requester;
  readonly #findings: Findings;
  readonly #events = new Map<string, AuditEvent>();
  #hasConflict = false;
  readonly #listings: ListingResponse[] = [];
  readonly #consecutivePages: AuditPage[] = [];
  #result: ListingResult = {};

  constructor(requests: Requester, findings: Findings) {
    this.#requests = requests;
    this.#findings = findings;
  }

  get result(): ListingResult {
    return this.#result;
  }
  get events(): readonly AuditEvent[] {
    return [...this.#events.values()];
  }

  /**
   * Lists events, and examines paging, errors, and filters. If the first listing is not accepted, sends nothing further
   * and returns false.
   */
  async probeListing(): Promise<boolean> {
    const response = await this.#requestListingAndKeepEvents();
    const isListed = response.kind === 'accepted' ? true : undefined;
    this.#findings.set('S23', isListed, [response]);
    this.#findings.set('S27', isListed, [response]);
    if (response.kind !== 'accepted') {
      for (const rule of LISTING_RULES) this.#findings.set(rule, undefined, [response]);
      return false;
    }
    const first = response.value;
    const small = await this.#probeLimit(first);
    await this.#probeCursors(first, small);
    await this.#probePageSizes(first, small);
    await this.#probeMissingAccount();
    await this.#probeMissingToken();
    await this.#probeFilters();
    await this.#probeResourceLists();
    return true;
  }

  /**
   * Finds out the order of the listing, sends some kinds of requests again, and may withdraw earlier findings because
   * of the new responses. Then sets the findings on the form of all events recorded so far.
   */
  async verifyListingFindings(): Promise<void> {
    const newest = await this.#probeOrder();
    await this.#verifyCursor(newest);
    await this.#verifyLimit();
    await this.#verifyErrors();
    checkEventForms(this.#findings, this.events, this.#listings.slice(0, 1), this.#hasConflict);
  }

  async #requestListingAndKeepEvents(...parameters: readonly ListingParameter[]): Promise<ListingResponse> {
    const response = await this.#requests.listEventsOfAccount(...parameters);
    this.#listings.push(response);
    this.recordEvents(response);
    return response;
  }

  recordEvents(response: ListingResponse): void {
    if (response.kind !== 'accepted') return;
    for (const event of response.value.events ?? []) {
      const text = stringifyJson(event.raw);
      const key = changeIDOf(event) ?? text;
      const known = this.#events.get(key);
      if (known && stringifyJson(known.raw) !== text) this.#hasConflict = true;
      if (!known) this.#events.set(key, event);
    }
  }

  async #probeMissingAccount(): Promise<void> {
    const response = await this.#requests.listWithoutAccount();
    const isRefused = response.kind === 'refused';
    this.#findings.set('S25', isRefused ? true : response.kind === 'accepted' ? false : undefined, [
      response,
    ]);
    if (!isRefused) {
      this.#findings.set('S31', undefined, [response]);
      return;
    }
    const form = classifyErrorBody(response.response);
    this.#result = { ...this.#result, errorBody: form };
    this.#findings.set('S31', form !== 'otherJson', [response], { seen: { what: 'errorBody', form } });
  }

  async #probeMissingToken(): Promise<void> {
    const response = await this.#requests.listWithoutToken();
    const status = response.kind === 'notSent' ? undefined : response.evidence.status;
    const isRefused = status === 401 || status === 403;
    this.#findings.set('S5', isRefused ? true : response.kind === 'accepted' ? false : undefined, [
      ...this.#listings.slice(0, 1),
      response,
    ]);
  }

  async #probeLimit(first: AuditPage): Promise<AuditPage | undefined> {
    if ((first.events ?? []).length <= SMALL_PAGE_SIZE) return undefined;
    const response = await this.#requestListingAndKeepEvents(['limit', String(SMALL_PAGE_SIZE)]);
    const limit = response.kind === 'refused' ? 'refused' : findLimitHandling(response, SMALL_PAGE_SIZE);
    if (limit) this.#result = { ...this.#result, limit };
    return response.kind === 'accepted' && limit === 'accepted' ? response.value : undefined;
  }

  async #probeCursors(first: AuditPage, small: AuditPage | undefined): Promise<void> {
    // A page with one event can't show whether the cursor was ignored.
    const smallPage = (small?.events ?? []).length > 1 ? small : undefined;
    const before = smallPage ?? first;
    const next = before.nextOps;
    if (!isUsableCursor(next)) {
      this.#findings.set('S22', undefined, this.#listings, { reason: 'tooFew' });
      this.#findings.set('S28', undefined, this.#listings, { reason: 'tooFew' });
      return;
    }
    this.#findings.set('S22', Boolean(next.timestamp && next.changeID), this.#listings);
    this.#consecutivePages.push(before);
    const limit: readonly ListingParameter[] = smallPage ? [['limit', String(SMALL_PAGE_SIZE)]] : [];
    const responses: ListingResponse[] = [];
    let found: CursorHandling | undefined;
    for (const names of ['afterOps', 'nextOps'] as const) {
      const response = await this.#requestListingAndKeepEvents(
        ...createCursorParameters(names, next),
        ...limit,
      );
      responses.push(response);
      const handling = findCursorHandling(response, { first, before, next }, names);
      if (handling === undefined || response.kind !== 'accepted' || handling !== names) {
        if (handling === undefined) {
          const reason = response.kind === 'accepted' ? 'tooFew' : undefined;
          this.#findings.set('S28', undefined, responses, { reason });
          return;
        }
        found ??= handling;
        continue;
      }
      const move = classifyPageMove({ first, before, next }, response.value);
      this.#consecutivePages.push(response.value);
      this.#setCursorFinding(names, move.kind === 'moved' && move.inclusive, responses);
      await this.#followCursors(names, limit, first, response.value, responses);
      return;
    }
    if (found) this.#setCursorFinding(found, undefined, responses);
  }

  #setCursorFinding(
    handling: CursorHandling,
    inclusive: boolean | undefined,
    responses: readonly ListingResponse[],
  ): void {
    const seen = { what: 'cursor', handling, ...(inclusive === undefined ? {} : { inclusive }) } as const;
    this.#result = {
      ...this.#result,
      cursor: handling,
      ...(inclusive === undefined ? {} : { isCursorInclusive: inclusive }),
    };
    this.#findings.set('S28', handling === 'afterOps', responses, { seen });
  }

  async #followCursors(
    names: 'afterOps' | 'nextOps',
    limit: readonly ListingParameter[],
    first: AuditPage,
    page: AuditPage,
    responses: ListingResponse[],
  ): Promise<void> {
    let before = page;
    for (let count = 0; count < 2; count++) {
      const next = before.nextOps;
      if (!isUsableCursor(next)) return;
      const response = await this.#requestListingAndKeepEvents(
        ...createCursorParameters(names, next),
        ...limit,
      );
      responses.push(response);
      if (response.kind !== 'accepted') return;
      const inChain = new Set(this.#consecutivePages.flatMap(({ events }) => events ?? []).map(changeIDOf));
      const isRepeated = (response.value.events ?? []).some(
        (event) => changeIDOf(event) !== next.changeID && inChain.has(changeIDOf(event)),
      );
      if (isRepeated || classifyPageMove({ first, before, next }, response.value).kind === 'stayed') {
        this.#withdrawCursor(responses);
        return;
      }
      this.#consecutivePages.push(response.value);
      before = response.value;
    }
  }

  #withdrawCursor(responses: readonly ListingResponse[]): void {
    const { cursor: _cursor, isCursorInclusive: _inclusive, ...rest } = this.#result;
    this.#result = rest;
    this.#findings.resetVerdictsToUnknown('inconsistent', responses, 'S28');
  }

  /**
   * Sets the finding on page sizes (S29): what `limit` does, whether two pages had the same size, and whether a page
   * was short although more events follow. Two pages of the same size do not prove a maximum, because both may be
   * short. `small` is the page that was requested with `limit`. The same listing had more events without `limit`.
   */
  async #probePageSizes(first: AuditPage, small: AuditPage | undefined): Promise<void> {
    const { cursor, limit } = this.#result;
    const size = (first.events ?? []).length;
    const full = limit === 'accepted' ? SMALL_PAGE_SIZE : undefined;
    const responses = this.#listings.slice(0, 2);
    let isShort =
      full !== undefined &&
      [...this.#consecutivePages.slice(0, -1), ...(small ? [small] : [])].some(
        ({ events }) => (events ?? []).length < full,
      );
    let pageSize: number | undefined;
    if ((cursor === 'afterOps' || cursor === 'nextOps') && isUsableCursor(first.nextOps)) {
      const response = await this.#requestListingAndKeepEvents(
        ...createCursorParameters(cursor, first.nextOps),
      );
      responses.push(response);
      if (response.kind === 'accepted') {
        const second = (response.value.events ?? []).length;
        if (second === size) pageSize = size;
        else if (second > size) isShort = true;
        else if (await this.#probeFurtherEvents(response.value, cursor, responses)) isShort = true;
      }
    }
    if (isShort) pageSize = undefined;
    const isKnown = pageSize !== undefined || limit !== undefined || isShort;
    const isTrue = limit === undefined ? undefined : limit === 'accepted';
    this.#findings.set('S29', isTrue, responses, {
      reason: 'tooFew',
      seen: isKnown
        ? { what: 'pageSize', size: pageSize, limit, ...(isShort ? { shortPages: true } : {}) }
        : undefined,
    });
  }

  /**
   * Returns whether the page after the given one was found to have other events. A cursor alone does not show this,
   * because a service may also return one at the end.
   */
  async #probeFurtherEvents(
    { events, nextOps }: AuditPage,
    names: 'afterOps' | 'nextOps',
    responses: ListingResponse[],
  ): Promise<boolean> {
    const own = (events ?? []).length - (this.#result.isCursorInclusive ? 1 : 0);
    if (own <= 0 || !isUsableCursor(nextOps)) return false;
    const response = await this.#requestListingAndKeepEvents(...createCursorParameters(names, nextOps));
    responses.push(response);
    const known = new Set((events ?? []).map(changeIDOf));
    return (
      response.kind === 'accepted' &&
      (response.value.events ?? []).some((event) => !known.has(changeIDOf(event)))
    );
  }

  async #probeFilters(): Promise<void> {
    const control = await this.#requests.listEventsOfAccount(['filterOps.context.changeID', NO_CHANGE_ID]);
    const responses: ListingResponse[] = [control];
    const ignored: FilterName[] = [];
    const refused: FilterName[] = [];
    let tried = 0;
    const ignoresAll = control.kind === 'accepted' && (control.value.events ?? []).length > 0;
    if (ignoresAll) ignored.push('context.changeID');
    for (const { name, parameter, required } of AUDIT_FILTERS) {
      if (required || tried >= MAX_FILTERS_TRIED || ignoresAll) continue;
      const value = this.#findDistinguishingValue(name);
      if (value === undefined) continue;
      const response = await this.#requests.listEventsOfAccount([parameter, value, `{${name}}`]);
      responses.push(response);
      this.recordEvents(response);
      if (response.kind === 'refused') refused.push(name);
      if (response.kind !== 'accepted' && response.kind !== 'refused') continue;
      tried++;
      if (response.kind !== 'accepted') continue;
      const events = response.value.events ?? [];
      if (events.length === 0 || events.some((event) => !filterValuesOf(event, name).includes(value)))
        ignored.push(name);
    }
    const isFalse = ignored.length + refused.length > 0;
    this.#findings.set('S24', isFalse ? false : tried > 0 ? true : undefined, responses, {
      reason: tried === 0 ? 'tooFew' : undefined,
      seen: { what: 'filters', ignored, refused, tried: tried + (ignoresAll ? 1 : 0) },
    });
  }

  /**
   * Returns a value for the filter `name` that a recorded event has, and that an event on each page of
   * `#getUnfilteredPages` lacks; undefined if there is none. A service that ignores the filter would return the events
   * without the value, too.
   */
  #findDistinguishingValue(name: FilterName): string | undefined {
    const lacksIn = (value: string): boolean =>
      this.#getUnfilteredPages().every((events) => events.some(lacksValue(name, value)));
    return this.events.flatMap((event) => filterValuesOf(event, name)).find(lacksIn);
  }

  #getUnfilteredPages(): readonly (readonly AuditEvent[])[] {
    const [first, second] = this.#listings;
    return [first, second].flatMap((listed) =>
      listed?.kind === 'accepted' ? [listed.value.events ?? []] : [],
    );
  }

  async #probeResourceLists(): Promise<void> {
    const telling = [...new Set(this.events.flatMap(({ resourceIDs }) => resourceIDs))].filter((id) =>
      this.#getUnfilteredPages().every((events) => events.some(lacksValue('resourceIDs', id))),
    );
    const pair = telling
      .flatMap((one, at) => telling.slice(at + 1).map((other) => [one, other] as const))
      .find(([one, other]) =>
        this.#getUnfilteredPages().every((events) =>
          events.some(
            (event) => lacksValue('resourceIDs', one)(event) && lacksValue('resourceIDs', other)(event),
          ),
        ),
      );
    if (!pair) {
      this.#findings.set('S26', undefined, [], { reason: 'tooFew' });
      return;
    }
    const parameter = 'filterOps.resourceIDs';
    const both = await this.#requests.listEventsOfAccount([
      parameter,
      pair.join(','),
      '{resourceID},{resourceID}',
    ]);
    const empty = await this.#requests.listEventsOfAccount([parameter, `${pair[0]},`, '{resourceID},']);
    const isAccepted = empty.kind === 'accepted' ? true : empty.kind === 'refused' ? false : undefined;
    const matches = ({ resourceIDs }: AuditEvent): boolean => pair.some((id) => resourceIDs.includes(id));
    const events = both.kind === 'accepted' ? (both.value.events ?? []) : [];
    const isTrue =
      both.kind === 'refused'
        ? false
        : both.kind === 'accepted'
          ? events.length > 0 && events.every(matches)
          : undefined;
    this.#findings.set('S26', isTrue, [both, empty], {
      seen: isAccepted === undefined ? undefined : { what: 'emptyEntry', isAccepted },
    });
  }

  /**
   * Sets the finding on the order of a listing (S42). For this, lists events without a cursor, and returns the page;
   * undefined if the request was not accepted.
   */
  async #probeOrder(): Promise<AuditPage | undefined> {
    const limit: readonly ListingParameter[] =
      this.#result.limit === 'accepted' ? [['limit', String(ORDER_PAGE_SIZE)]] : [];
    const response = await this.#requestListingAndKeepEvents(...limit);
    const newest = response.kind === 'accepted' ? response.value : undefined;
    const first = new Set(this.#getUnfilteredPages()[0]?.map(changeIDOf));
    const added = (newest?.events ?? []).filter((event) => !first.has(changeIDOf(event))).length;
    const seen = findListingOrder([...this.#consecutivePages, ...(newest ? [newest] : [])]);
    const order = seen === 'newestFirst' && added < MIN_DISTINCT_TIMES ? undefined : seen;
    if (order) this.#result = { ...this.#result, order };
    this.#findings.set('S42', order === undefined ? undefined : order !== 'oldestFirst', [response], {
      reason: newest ? 'tooFew' : undefined,
      seen: order ? { what: 'order', order } : undefined,
    });
    return newest;
  }

  async #verifyCursor(newest: AuditPage | undefined): Promise<void> {
    const was = this.#result.cursor;
    if (was === undefined || !newest) return;
    const limit: readonly ListingParameter[] =
      this.#result.limit === 'accepted' ? [['limit', String(SMALL_PAGE_SIZE)]] : [];
    const small = limit.length > 0 ? await this.#requestListingAndKeepEvents(...limit) : undefined;
    const before = small === undefined ? newest : small.kind === 'accepted' ? small.value : undefined;
    if (!before || !isUsableCursor(before.nextOps)) return;
    const names = was === 'nextOps' ? 'nextOps' : 'afterOps';
    const response = await this.#requestListingAndKeepEvents(
      ...createCursorParameters(names, before.nextOps),
      ...limit,
    );
    const now = findCursorHandling(response, { first: newest, before, next: before.nextOps }, names);
    if (now !== undefined && now !== was) this.#withdrawCursor([response]);
  }

  async #verifyLimit(): Promise<void> {
    const { limit: was, ...rest } = this.#result;
    if (was === undefined) return;
    const response = await this.#requestListingAndKeepEvents(['limit', '2']);
    const now = response.kind === 'refused' ? 'refused' : findLimitHandling(response, 2);
    if (now === undefined || now === was) return;
    const { limit: _limit, ...others } = { ...rest, limit: was };
    this.#result = others;
    this.#findings.resetVerdictsToUnknown('inconsistent', [response], 'S29');
  }

  /**
   * Lists events without the account ID again, to verify the form of the error body (S31). The first response may have
   * come from a gateway or been cut off, so the form is withdrawn unless this response has the same one. If the request
   * is accepted this time, the findings on S24 and S25 are withdrawn, too.
   */
  async #verifyErrors(): Promise<void> {
    const was = this.#result.errorBody;
    if (was === undefined) return;
    const response = await this.#requests.listWithoutAccount();
    if (response.kind === 'refused' && classifyErrorBody(response.response) === was) return;
    const { errorBody: _form, ...rest } = this.#result;
    this.#result = rest;
    const isAnswered = response.kind === 'refused' || response.kind === 'accepted';
    this.#findings.resetVerdictsToUnknown(isAnswered ? 'inconsistent' : undefined, [response], 'S31');
    if (response.kind === 'accepted')
      this.#findings.resetVerdictsToUnknown('inconsistent', [response], 'S24', 'S25');
  }
}

const filterValuesOf = (event: AuditEvent, name: FilterName): readonly string[] =>
  getFieldEntries(event, fieldOfFilter[name]);

const lacksValue =
  (name: FilterName, value: string) =>
  (event: AuditEvent): boolean =>
    !filterValuesOf(event, name).includes(value);
