/** The part of a check that executes queries: limits, values, and the dialect (S32–S37, S40, S41, D1–D11). */

import { queryOf } from '../audit/feed/queryOf.ts';
import { readQuery } from '../audit/table/queryReads.ts';
import { ExactNumber, type JsonValue } from '../service/json.ts';
import type { Sleep } from '../service/retry.ts';
import type { AuditEvent, AuditPage, QueryAnswer } from '../service/types.ts';
import { isPlainName } from '../sql/dialect/identifier.ts';
import {
  BROKEN,
  FUNCTIONS,
  fill,
  JOINS,
  LEVELS,
  type Names,
  NUMBER_OPERATORS,
  TEXT_OPERATORS,
  UNDOCUMENTED,
  UNSUPPORTED,
} from './constructs.ts';
import type { Findings } from './findings.ts';
import { evidenceOf, type ListingCheck } from './listing.ts';
import type { Parameter, Requester, Response } from './requests.ts';
import type {
  Evidence,
  LargeLimit,
  NullForm,
  NumberForm,
  Observation,
  RequestIDRelation,
  RuleID,
} from './rules.ts';

/** Records per response at most (S36). */
const MAX_RECORDS = 25;
/** Rows of a page by which OFFSET and short pages are tried. */
const SMALL_PAGE = 5;
/** An integer that a double can't represent: the nearest one ends in 2. */
const LARGE_NUMBER = '9007199254740993';
/** Waits before the audit event of a query is looked for again, in milliseconds: about 8 seconds in all. */
const WAITS_MS = [0, 250, 500, 1000, 2000, 4000];

/** What the queries showed. A property that is undefined could not be told. */
interface RecordsResult {
  readonly requestID?: RequestIDRelation;
  readonly delayMs?: number;
  readonly largeLimit?: LargeLimit;
  readonly hasShortPages?: boolean;
  readonly nulls?: NullForm;
  readonly largeNumbers?: NumberForm;
  readonly acceptedLevels: readonly string[];
  readonly refusedLevels: readonly string[];
  readonly acceptedConstructs: readonly string[];
  readonly refusedConstructs: readonly string[];
}

const NOTHING: RecordsResult = {
  acceptedLevels: [],
  refusedLevels: [],
  acceptedConstructs: [],
  refusedConstructs: [],
};

/** Names of statements by how the service took them. A statement whose request failed is in neither list. */
interface Trial {
  readonly accepted: readonly string[];
  readonly refused: readonly string[];
  readonly evidence: readonly Evidence[];
}

/** All rules that only queries can show. */
const QUERY_RULES: readonly RuleID[] = [
  'S13',
  'S32',
  'S33',
  'S34',
  'S35',
  'S36',
  'S37',
  'S40',
  'S41',
  'D2',
  'D3',
  'D4',
  'D5',
  'D6',
  'D7',
  'D10',
];

interface RecordsOptions {
  /** Table to query, as the user wrote it; undefined: one that the audit events of the vault name. */
  readonly table: string | undefined;
  readonly vaultID: string;
  readonly sleep: Sleep;
  readonly now: () => number;
  /** Text that makes the statement of this check recognizable in the audit trail: letters and digits. */
  readonly mark: string;
}

export class RecordsCheck {
  readonly #requests: Requester;
  readonly #findings: Findings;
  readonly #listing: ListingCheck;
  readonly #options: RecordsOptions;
  #result: RecordsResult = NOTHING;
  #names: Names | undefined;
  #acceptsAnything = false;
  #wasBrokenRefused = false;

  constructor(requests: Requester, findings: Findings, listing: ListingCheck, options: RecordsOptions) {
    this.#requests = requests;
    this.#findings = findings;
    this.#listing = listing;
    this.#options = options;
  }

  get result(): RecordsResult {
    return this.#result;
  }

  async run(): Promise<void> {
    const table = this.#options.table ?? tableOf(this.#listing.result.events, this.#options.vaultID);
    if (table === undefined) {
      this.#findings.unknown('noTable', ...QUERY_RULES);
      return;
    }
    const records = await this.#firstPage(table);
    if (!records) return;
    const { numbers, texts } = columnsOf(records);
    const column = numbers[0] ?? texts[0];
    if (column === undefined) {
      this.#findings.unknown('tooFew', 'S36', 'D2', 'D3', 'D4', 'D5', 'D6', 'D7', 'D10');
      return;
    }
    this.#names = { table, column };
    await this.#control();
    await this.#limits(records, table);
    await this.#largeNumber();
    await this.#documented(numbers[0], texts);
    await this.#unsupported();
    await this.#constructs();
    await this.#levels(texts[0] ?? column);
  }

  /** Sends the broken statement again: a service that accepts it now may have changed its mind midway. */
  async verify(): Promise<void> {
    if (!this.#names || !this.#wasBrokenRefused) return;
    const response = await this.#try(BROKEN);
    if (response.kind !== 'accepted') return;
    this.#findings.withdraw('inconsistent', [response.evidence], 'D2', 'D3', 'D4', 'D5', 'D6', 'D7', 'D10');
    this.#result = {
      ...this.#result,
      acceptedLevels: [],
      refusedLevels: [],
      acceptedConstructs: [],
      refusedConstructs: [],
    };
  }

  /** Sends a statement whose names are placeholders. */
  #try(shown: string, names = this.#names): Promise<Response<QueryAnswer>> {
    return this.#requests.query(names ? fill(shown, names) : shown, shown);
  }

  /** Reads up to 25 rows, and looks for the audit event of that query. Returns undefined if the query failed. */
  async #firstPage(table: string): Promise<QueryAnswer | undefined> {
    const { mark } = this.#options;
    const statement = `SELECT * FROM ${table} AS vault_sql_${mark} LIMIT ${MAX_RECORDS}`;
    const started = this.#options.now();
    const response = await this.#requests.query(
      statement,
      `SELECT * FROM <table> AS <alias> LIMIT ${MAX_RECORDS}`,
    );
    const evidence = evidenceOf(response);
    if (response.kind !== 'accepted') {
      this.#findings.unknown('failed', ...QUERY_RULES);
      for (const rule of ['S32', 'S33', 'S34'] as const) this.#findings.set(rule, undefined, evidence);
      return undefined;
    }
    const { records } = response.value;
    for (const rule of ['S32', 'S33', 'S34'] as const) this.#findings.set(rule, true, evidence);
    this.#values(response.value, evidence);
    if ((records ?? []).length > MAX_RECORDS) this.#findings.set('S36', false, evidence);
    await this.#event(statement, response.requestID, started, evidence);
    return response.value;
  }

  #values({ records }: QueryAnswer, evidence: readonly Evidence[]): void {
    const nulls = nullsOf(records ?? []);
    if (nulls) this.#result = { ...this.#result, nulls };
    const isTrue = (records ?? []).length === 0 ? undefined : true;
    this.#findings.set('S35', isTrue, evidence, {
      reason: 'tooFew',
      seen: nulls ? { what: 'values', nulls } : undefined,
    });
    this.#findings.unknown('notObservable', 'S37');
  }

  /** Looks for the audit event of a query, by its request ID and then by its text (S13, S40). `started` is when the query was sent, in milliseconds since 1970. */
  async #event(
    statement: string,
    requestID: string | undefined,
    started: number,
    query: readonly Evidence[],
  ): Promise<void> {
    const { sleep, now, vaultID } = this.#options;
    const evidence: Evidence[] = [...query];
    let isReached = false;
    for (const [attempt, wait] of WAITS_MS.entries()) {
      if (wait > 0) await sleep(wait);
      // By its text an event is found only if its request ID is another one: rarely enough to look for it twice.
      const isByText = requestID === undefined || attempt === 1 || attempt === WAITS_MS.length - 1;
      const pages = await this.#newest(requestID, isByText ? vaultID : undefined, evidence);
      isReached ||= pages.length > 0;
      const event = pages
        .flatMap(({ events }) => events ?? [])
        .find(({ request }) => request.data?.content === statement);
      if (!event) continue;
      const relation: RequestIDRelation =
        requestID === undefined ? 'absent' : event.context.requestID === requestID ? 'same' : 'different';
      this.#result = { ...this.#result, requestID: relation, delayMs: Math.max(0, now() - started) };
      this.#findings.set('S13', relation === 'same', evidence, { seen: { what: 'requestID', relation } });
      const isQuery = event.request.httpInfo?.URI === undefined || queryOf(event) === statement;
      const isRead = event.request.actionType === undefined || /READ/i.test(event.request.actionType);
      this.#findings.set('S40', isQuery && isRead, evidence, {
        seen: { what: 'late', milliseconds: this.#result.delayMs ?? 0 },
      });
      return;
    }
    // A listing in another order may have the event on a later page, so its absence shows nothing.
    for (const rule of ['S13', 'S40'] as const)
      this.#findings.set(rule, undefined, evidence, { reason: isReached ? 'tooFew' : 'failed' });
  }

  /** Lists events by the request ID of a response, if it has one, and the first page of the vault's events, if given. */
  async #newest(
    requestID: string | undefined,
    vaultID: string | undefined,
    evidence: Evidence[],
  ): Promise<readonly AuditPage[]> {
    const pages: AuditPage[] = [];
    const filters: readonly Parameter[] = [
      ...(requestID === undefined
        ? []
        : [['filterOps.context.requestID', requestID, '{requestID}'] as const]),
      ...(vaultID === undefined ? [] : [['filterOps.vaultID', vaultID, '{vault}'] as const]),
    ];
    for (const filter of filters) {
      const response = await this.#requests.list(filter);
      evidence.push(...evidenceOf(response));
      if (response.kind !== 'accepted') continue;
      this.#listing.note(response.value);
      pages.push(response.value);
      if ((response.value.events ?? []).some(({ context }) => context.requestID === requestID)) break;
    }
    return pages;
  }

  async #control(): Promise<void> {
    const response = await this.#try(BROKEN);
    this.#acceptsAnything = response.kind === 'accepted';
    this.#wasBrokenRefused = response.kind === 'refused';
  }

  /** Tries LIMIT over 25, short pages, and OFFSET (S36). */
  async #limits({ records }: QueryAnswer, table: string): Promise<void> {
    const counted = await this.#try('SELECT COUNT(*) FROM <table>');
    const count = counted.kind === 'accepted' ? numberIn(counted.value) : undefined;
    const large = await this.#try(`SELECT <column> FROM <table> LIMIT ${MAX_RECORDS + 1}`);
    const small = await this.#all(table, `LIMIT ${SMALL_PAGE} OFFSET 0`);
    const next = await this.#all(table, `LIMIT ${SMALL_PAGE} OFFSET ${SMALL_PAGE}`);
    const evidence = [counted, large, small, next].flatMap(evidenceOf);
    const sizes = [
      [(records ?? []).length, MAX_RECORDS],
      [sizeOf(small), SMALL_PAGE],
      [sizeOf(next), SMALL_PAGE],
    ] as const;
    const isLong = count !== undefined && count >= MAX_RECORDS + SMALL_PAGE;
    const isShort = isLong && sizes.some(([size, limit]) => size !== undefined && size > 0 && size < limit);
    const largeLimit = this.#largeLimitOf(large, isLong);
    this.#result = {
      ...this.#result,
      ...(largeLimit ? { largeLimit } : {}),
      ...(isShort ? { hasShortPages: true } : {}),
    };
    const isOffsetIgnored =
      isLong && small.kind === 'accepted' && next.kind === 'accepted' && isSamePage(small.value, next.value);
    const isTooLong = [...sizes.map(([size]) => size), sizeOf(large)].some(
      (size) => size !== undefined && size > MAX_RECORDS,
    );
    const isKnown = isLong && small.kind === 'accepted' && next.kind === 'accepted';
    const isTrue = isTooLong || isOffsetIgnored ? false : isKnown ? true : undefined;
    this.#findings.set('S36', isTrue, evidence, {
      reason: isLong ? 'failed' : 'tooFew',
      seen: {
        what: 'records',
        ...(largeLimit ? { largeLimit } : {}),
        ...(isShort ? { shortPages: true } : {}),
      },
    });
  }

  #all(table: string, tail: string): Promise<Response<QueryAnswer>> {
    return this.#requests.query(`SELECT * FROM ${table} ${tail}`, `SELECT * FROM <table> ${tail}`);
  }

  #largeLimitOf(large: Response<QueryAnswer>, isLong: boolean): LargeLimit | undefined {
    if (large.kind === 'refused') return 'refused';
    return large.kind === 'accepted' && isLong && (sizeOf(large) ?? 0) <= MAX_RECORDS ? 'cut' : undefined;
  }

  async #largeNumber(): Promise<void> {
    const response = await this.#try(`SELECT ${LARGE_NUMBER} AS large FROM <table> LIMIT 1`);
    const value = response.kind === 'accepted' ? response.value.records?.[0]?.fields[0]?.[1] : undefined;
    const largeNumbers = numberFormOf(value);
    if (!largeNumbers) return;
    const { nulls } = this.#result;
    this.#result = { ...this.#result, largeNumbers };
    this.#findings.set('S35', true, evidenceOf(response), {
      seen: { what: 'values', largeNumbers, ...(nulls ? { nulls } : {}) },
    });
  }

  /** Tries the documented operators, joins, and functions. A refusal may also mean that a column is protected (D8). */
  async #documented(number: string | undefined, texts: readonly string[]): Promise<void> {
    const { table } = this.#names ?? { table: '' };
    const numeric = number === undefined ? undefined : { table, column: number };
    const operators: Response<QueryAnswer>[] = [];
    if (numeric) operators.push(await this.#try(NUMBER_OPERATORS, numeric));
    // A column with transient tokenization refuses every condition, so a second column decides.
    for (const column of texts.slice(0, 2)) {
      const response = await this.#try(TEXT_OPERATORS, { table, column });
      if (response.kind === 'accepted' || column === texts[1] || texts.length === 1) operators.push(response);
      if (response.kind === 'accepted') break;
    }
    this.#accepted('D2', operators, 'needsPolicies');
    this.#accepted('D3', [await this.#try(JOINS)], 'needsPolicies');
    this.#accepted('D4', numeric ? [await this.#try(FUNCTIONS, numeric)] : [], 'tooFew');
    this.#accepted(
      'D7',
      [await this.#try('SELECT <column> FROM <table> WHERE <column> NOT NULL LIMIT 0')],
      'needsPolicies',
    );
  }

  /** A rule of what is accepted: true if every statement was, unknown for `reason` if one was refused. */
  #accepted(
    rule: RuleID,
    responses: readonly Response<QueryAnswer>[],
    reason: 'needsPolicies' | 'tooFew',
  ): void {
    const evidence = responses.flatMap(evidenceOf);
    if (this.#acceptsAnything) this.#findings.set(rule, undefined, evidence, { reason: 'acceptsAnything' });
    else if (responses.length === 0) this.#findings.set(rule, undefined, evidence, { reason: 'tooFew' });
    else if (responses.every(({ kind }) => kind === 'accepted')) this.#findings.set(rule, true, evidence);
    else
      this.#findings.set(rule, undefined, evidence, {
        reason: responses.some(({ kind }) => kind === 'refused') ? reason : 'failed',
      });
  }

  async #unsupported(): Promise<void> {
    const responses: Response<QueryAnswer>[] = [];
    for (const statement of UNSUPPORTED) responses.push(await this.#try(statement));
    const isRefused = responses.every(({ kind }) => kind === 'refused');
    const isAccepted = responses.some(({ kind }) => kind === 'accepted');
    this.#findings.set(
      'D5',
      isRefused ? true : isAccepted ? false : undefined,
      responses.flatMap(evidenceOf),
    );
    if (this.#acceptsAnything)
      this.#findings.withdraw('acceptsAnything', responses.flatMap(evidenceOf), 'D5');
  }

  async #constructs(): Promise<void> {
    const trial = await this.#trial(UNDOCUMENTED);
    const { accepted, refused } = trial;
    this.#settle('D6', trial, { what: 'constructs', accepted, refused }, true);
    if (this.#acceptsAnything) return;
    this.#result = { ...this.#result, acceptedConstructs: accepted, refusedConstructs: refused };
  }

  async #levels(column: string): Promise<void> {
    const { table } = this.#names ?? { table: '' };
    const statements = LEVELS.map(
      (level) => [level, `SELECT REDACTION(<column>, '${level}') FROM <table> LIMIT 0`] as const,
    );
    const trial = await this.#trial(statements, { table, column });
    const { accepted, refused } = trial;
    this.#settle('D10', trial, { what: 'levels', accepted, refused }, refused.length === 0);
    if (this.#acceptsAnything) return;
    this.#result = { ...this.#result, acceptedLevels: accepted, refusedLevels: refused };
  }

  /** Sends each statement, and sorts their names by whether the service accepted or refused it, or neither. */
  async #trial(
    statements: readonly (readonly [name: string, statement: string])[],
    names = this.#names,
  ): Promise<Trial> {
    const accepted: string[] = [];
    const refused: string[] = [];
    const evidence: Evidence[] = [];
    for (const [name, statement] of statements) {
      const response = await this.#try(statement, names);
      evidence.push(...evidenceOf(response));
      if (response.kind === 'accepted') accepted.push(name);
      if (response.kind === 'refused') refused.push(name);
    }
    return { accepted, refused, evidence };
  }

  /** Sets the finding of a trial: `isTrue` if any statement was accepted or refused, unless the service accepts anything. */
  #settle(rule: RuleID, { accepted, refused, evidence }: Trial, seen: Observation, isTrue: boolean): void {
    const isKnown = accepted.length + refused.length > 0;
    if (this.#acceptsAnything) this.#findings.set(rule, undefined, evidence, { reason: 'acceptsAnything' });
    else
      this.#findings.set(rule, isKnown ? isTrue : undefined, evidence, {
        seen: isKnown ? seen : undefined,
      });
  }
}

/** Returns a table of the vault that an audited query reads, written as in a statement, or undefined if there is none. */
function tableOf(events: readonly AuditEvent[], vaultID: string): string | undefined {
  for (const event of events) {
    if (event.request.vaultID !== vaultID || event.response.code !== 200) continue;
    const { reads } = readQuery(queryOf(event) ?? '');
    const table = reads.flatMap(({ tables }) => (tables.length === 1 ? tables : []))[0];
    if (table !== undefined && isPlainName(table)) return table;
  }
  return undefined;
}

/** Names of the columns whose values in the records are all numbers, or all text, if they need no quotes. */
function columnsOf({ records }: QueryAnswer): {
  readonly numbers: readonly string[];
  readonly texts: readonly string[];
} {
  const kinds = new Map<string, Set<string>>();
  for (const [name, value] of (records ?? []).flatMap(({ fields }) => fields))
    if (value !== null) kinds.set(name, (kinds.get(name) ?? new Set()).add(kindOf(value)));
  const all = (kind: string): readonly string[] =>
    [...kinds].flatMap(([name, found]) =>
      found.size === 1 && found.has(kind) && isPlainName(name) ? [name] : [],
    );
  return { numbers: all('number'), texts: all('text') };
}

function kindOf(value: JsonValue): 'number' | 'text' | 'other' {
  if (typeof value === 'number' || value instanceof ExactNumber) return 'number';
  return typeof value === 'string' ? 'text' : 'other';
}

/** How columns without a value appear: as null, or not at all if records differ in their columns. */
function nullsOf(records: NonNullable<QueryAnswer['records']>): NullForm | undefined {
  if (records.some(({ fields }) => fields.some(([, value]) => value === null))) return 'null';
  return new Set(records.map(({ fields }) => fields.length)).size > 1 ? 'absent' : undefined;
}

function numberFormOf(value: JsonValue | undefined): NumberForm | undefined {
  if (value instanceof ExactNumber) return value.text === LARGE_NUMBER ? 'exact' : undefined;
  if (value === Number(LARGE_NUMBER)) return 'rounded';
  return value === LARGE_NUMBER ? 'text' : undefined;
}

/** The only value of a response as a count, or undefined if there is none. */
function numberIn({ records }: QueryAnswer): number | undefined {
  const value = records?.[0]?.fields[0]?.[1];
  const count = Number(value instanceof ExactNumber ? value.text : value);
  return value !== undefined && value !== null && Number.isSafeInteger(count) ? count : undefined;
}

const sizeOf = (response: Response<QueryAnswer>): number | undefined =>
  response.kind === 'accepted' ? (response.value.records ?? []).length : undefined;

/** Whether two pages have the same records, in any order. */
function isSamePage(one: QueryAnswer, other: QueryAnswer): boolean {
  const texts = ({ records }: QueryAnswer): string => JSON.stringify((records ?? []).map(textOf).sort());
  return (one.records ?? []).length > 0 && texts(one) === texts(other);
}
const textOf = ({ fields }: { readonly fields: readonly (readonly [string, JsonValue])[] }): string =>
  JSON.stringify(fields);
