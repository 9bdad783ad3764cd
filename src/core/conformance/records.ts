import { findQueryText } from '../audit/feed/queryOf.ts';
import type { Sleep } from '../service/retry.ts';
import type { AuditEvent, AuditPage, QueryResult } from '../service/types.ts';
import {
  BROKEN_STATEMENT,
  CONDITION_STATEMENT,
  FUNCTIONS_STATEMENT,
  fillStatement,
  hasColumnInCondition,
  JOIN_STATEMENT,
  NUMBER_OPERATORS_STATEMENT,
  PLAIN_STATEMENT,
  REDACTION_LEVELS,
  REDACTION_STATEMENT,
  type StatementNames,
  TEXT_OPERATORS_STATEMENT,
  UNDOCUMENTED_STATEMENTS,
  UNSUPPORTED_STATEMENTS,
} from './constructs.ts';
import type { Findings } from './findings.ts';
import type { ListingCheck } from './listing.ts';
import { EMPTY_RESULT, type RecordsResult } from './recordsResult.ts';
import type { ListingParameter, Requester, RequestOutcome } from './requests.ts';
import type { Observation, RequestIDRelation, RuleID, UnknownReason } from './rules.ts';
import {
  classifyColumns,
  classifyProbeNumber,
  compareOffsetPages,
  countRecords,
  findAuditedTable,
  findLargeLimitHandling,
  findNullForm,
  getAcceptedResults,
  hasDocumentedForm,
  LARGE_NUMBER,
  MAX_RECORDS,
  readCount,
} from './values.ts';

const SMALL_PAGE_SIZE = 5;
/** Waits in milliseconds before each search for the audit event of a query: about 8 seconds in total. */
const WAITS_MS = [0, 250, 500, 1000, 2000, 4000];

interface TrialResult {
  readonly accepted: readonly string[];
  readonly refused: readonly string[];
  readonly responses: readonly QueryResponse[];
}

const QUERY_RULES: readonly RuleID[] = [
  ...(['S13', 'S32', 'S33', 'S34', 'S35', 'S36', 'S40'] as const),
  ...(['D2', 'D3', 'D4', 'D5', 'D6', 'D7', 'D10'] as const),
];
const COLUMN_RULES: readonly RuleID[] = ['D2', 'D3', 'D4', 'D5', 'D6', 'D7', 'D10'];

interface RecordsOptions {
  readonly table: string | undefined;
  readonly vaultID: string;
  readonly sleep: Sleep;
  readonly now: () => number;
  readonly aliasSuffix: string;
}

type QueryResponse = RequestOutcome<QueryResult>;

export class RecordsCheck {
  readonly #requests: Requester;
  readonly #findings: Findings;
  readonly #listing: ListingCheck;
  readonly #options: RecordsOptions;
  #result: RecordsResult = EMPTY_RESULT;
  #names: StatementNames | undefined;
  #acceptsBroken: boolean | undefined;
  #acceptsPlain = false;
  #acceptsCondition = false;

  constructor(requests: Requester, findings: Findings, listing: ListingCheck, options: RecordsOptions) {
    this.#requests = requests;
    this.#findings = findings;
    this.#listing = listing;
    this.#options = options;
  }

  get result(): RecordsResult {
    return this.#result;
  }

  async probeQueryRules(): Promise<void> {
    const table = this.#options.table ?? findAuditedTable(this.#listing.events, this.#options.vaultID);
    if (table === undefined) {
      this.#findings.setUnknown('noTable', ...QUERY_RULES);
      return;
    }
    const first = await this.#queryFirstPage(table);
    if (first.kind !== 'accepted') return;
    const { numbers, texts } = classifyColumns(first.value);
    const columns = [numbers[0], texts[0], numbers[1]].filter((column) => column !== undefined);
    await this.#sendControlStatements(table, columns);
    await this.#probeLargeNumber(table);
    await this.#probeLimits(first, table);
    if (!this.#names) {
      this.#findings.setUnknown('tooFew', ...COLUMN_RULES);
      return;
    }
    await this.#probeUnsupportedConstructs();
    const levels = await this.#probeLevels(texts[0] ?? this.#names.column);
    await this.#probeConstructs();
    await this.#probeDocumentedConstructs(numbers, texts, levels);
  }

  /**
   * Sends the broken statement again if the service rejected it before. If it is accepted now, the earlier responses of
   * the service prove nothing, and the findings on the dialect are withdrawn.
   */
  async withdrawUnprovenDialect(): Promise<void> {
    if (!this.#names || this.#acceptsBroken !== false) return;
    const response = await this.#queryTemplate(BROKEN_STATEMENT);
    if (response.kind !== 'accepted') return;
    this.#findings.resetVerdictsToUnknown('inconsistent', [response], ...COLUMN_RULES);
    const { acceptedLevels, refusedLevels, acceptedConstructs, refusedConstructs } = EMPTY_RESULT;
    this.#result = { ...this.#result, acceptedLevels, refusedLevels, acceptedConstructs, refusedConstructs };
  }

  /** Executes the statement `template` with `names` in place of its placeholders. The evidence contains `template`. */
  #queryTemplate(template: string, names = this.#names): Promise<QueryResponse> {
    return this.#requests.sendReadOnlyQuery(names ? fillStatement(template, names) : template, template);
  }

  async #queryFirstPage(table: string): Promise<QueryResponse> {
    const { aliasSuffix, now } = this.#options;
    const statement = `SELECT * FROM ${table} AS vault_sql_${aliasSuffix} LIMIT ${MAX_RECORDS}`;
    const started = now();
    const response = await this.#requests.sendReadOnlyQuery(
      statement,
      `SELECT * FROM <table> AS <alias> LIMIT ${MAX_RECORDS}`,
    );
    if (response.kind !== 'accepted') {
      const reason = response.kind === 'refused' ? 'queryRejected' : undefined;
      for (const rule of QUERY_RULES) this.#findings.set(rule, undefined, [response], { reason });
      return response;
    }
    for (const rule of ['S32', 'S33', 'S34'] as const) this.#findings.set(rule, true, [response]);
    await this.#findAuditEvent(statement, response.requestID, started, response);
    return response;
  }

  /**
   * Searches for the audit event of a query, and sets the findings on it (S13, S40). `started` is when the query was
   * sent, in milliseconds since 1970.
   */
  async #findAuditEvent(
    statement: string,
    requestID: string | undefined,
    started: number,
    query: QueryResponse,
  ): Promise<void> {
    const { sleep, now, vaultID } = this.#options;
    const responses: RequestOutcome<unknown>[] = [query];
    for (const [attempt, wait] of WAITS_MS.entries()) {
      if (wait > 0) await sleep(wait);
      // With a request ID, the newest events of the vault are listed at most twice, because they are needed only if the
      // event has another request ID.
      const isByText = requestID === undefined || attempt === 1 || attempt === WAITS_MS.length - 1;
      const pages = await this.#listNewestEvents(requestID, isByText ? vaultID : undefined, responses);
      const event = pages
        .flatMap(({ events }) => events ?? [])
        .find(({ request }) => request.data?.content === statement);
      if (event) {
        this.#setEventFindings(event, statement, requestID, Math.max(0, now() - started), responses);
        return;
      }
    }
    // A listing in another order may have the event on a later page, so its absence shows nothing.
    for (const rule of ['S13', 'S40'] as const)
      this.#findings.set(rule, undefined, responses, { reason: 'noEvent' });
  }

  #setEventFindings(
    event: AuditEvent,
    statement: string,
    requestID: string | undefined,
    delayMs: number,
    responses: readonly RequestOutcome<unknown>[],
  ): void {
    const relation: RequestIDRelation =
      requestID === undefined ? 'absent' : event.context.requestID === requestID ? 'same' : 'different';
    this.#result = { ...this.#result, requestID: relation, delayMs };
    // No document names the header, so only its agreement with the event shows anything.
    this.#findings.set('S13', relation === 'same' ? true : undefined, responses, {
      reason: 'noRule',
      seen: { what: 'requestID', relation },
    });
    const isQuery = event.request.httpInfo?.URI === undefined || findQueryText(event) === statement;
    const isRead = event.request.actionType === undefined || /READ/i.test(event.request.actionType);
    this.#findings.set('S40', isQuery && isRead, responses, {
      seen: { what: 'late', milliseconds: delayMs },
    });
  }

  async #listNewestEvents(
    requestID: string | undefined,
    vaultID: string | undefined,
    responses: RequestOutcome<unknown>[],
  ): Promise<readonly AuditPage[]> {
    const pages: AuditPage[] = [];
    const filters: readonly ListingParameter[] = [
      ...(requestID === undefined
        ? []
        : [['filterOps.context.requestID', requestID, '{requestID}'] as const]),
      ...(vaultID === undefined ? [] : [['filterOps.vaultID', vaultID, '{vault}'] as const]),
    ];
    for (const filter of filters) {
      const response = await this.#requests.listEventsOfAccount(filter);
      responses.push(response);
      this.#listing.recordEvents(response);
      if (response.kind !== 'accepted') continue;
      pages.push(response.value);
      if ((response.value.events ?? []).some(({ context }) => context.requestID === requestID)) break;
    }
    return pages;
  }

  async #sendControlStatements(table: string, columns: readonly string[]): Promise<void> {
    const [first] = columns;
    if (first === undefined) return;
    this.#names = { table, column: first };
    this.#acceptsPlain = (await this.#queryTemplate(PLAIN_STATEMENT)).kind === 'accepted';
    const broken = await this.#queryTemplate(BROKEN_STATEMENT);
    this.#acceptsBroken = broken.kind === 'accepted' ? true : broken.kind === 'refused' ? false : undefined;
    for (const column of columns) {
      const names = { table, column };
      if ((await this.#queryTemplate(CONDITION_STATEMENT, names)).kind !== 'accepted') continue;
      this.#names = names;
      this.#acceptsCondition = true;
      return;
    }
  }

  async #probeLargeNumber(table: string): Promise<void> {
    const template = `SELECT ${LARGE_NUMBER} AS large FROM <table> LIMIT 1`;
    const response = await this.#requests.sendReadOnlyQuery(
      fillStatement(template, { table, column: '' }),
      template,
    );
    const value = response.kind === 'accepted' ? response.value.records?.[0]?.fields[0]?.[1] : undefined;
    const largeNumbers = classifyProbeNumber(value);
    if (largeNumbers) this.#result = { ...this.#result, largeNumbers };
  }

  async #probeLimits(first: QueryResponse, table: string): Promise<void> {
    const counted = await this.#requests.sendReadOnlyQuery(
      `SELECT COUNT(*) FROM ${table}`,
      'SELECT COUNT(*) FROM <table>',
    );
    const count = counted.kind === 'accepted' ? readCount(counted.value) : undefined;
    // A constant, so that no values of the table are read.
    const large = await this.#queryTable(table, '1 AS one', `LIMIT ${MAX_RECORDS + 1}`);
    const small = await this.#queryTable(table, '*', `LIMIT ${SMALL_PAGE_SIZE} OFFSET 0`);
    const next = await this.#queryTable(table, '*', `LIMIT ${SMALL_PAGE_SIZE} OFFSET ${SMALL_PAGE_SIZE}`);
    const responses = [first, counted, large, small, next];
    const sizes = [
      [countRecords(first), MAX_RECORDS],
      [countRecords(small), SMALL_PAGE_SIZE],
      [countRecords(next), SMALL_PAGE_SIZE],
    ] as const;
    const isLong = count !== undefined && count >= MAX_RECORDS + SMALL_PAGE_SIZE;
    const isShort = isLong && sizes.some(([size, limit]) => size !== undefined && size > 0 && size < limit);
    const largeLimit = findLargeLimitHandling(large, isLong);
    const isTooLong = [...sizes.map(([size]) => size), countRecords(large)].some(
      (size) => size !== undefined && size > MAX_RECORDS,
    );
    const offset = isLong ? compareOffsetPages(small, next) : 'unknown';
    const isTrue = isTooLong || offset === 'ignored' ? false : offset === 'works' ? true : undefined;
    this.#findings.set('S36', isTrue, responses, {
      reason: small.kind === 'accepted' && next.kind === 'accepted' ? 'tooFew' : undefined,
      seen: {
        what: 'records',
        ...(largeLimit ? { largeLimit } : {}),
        ...(isLong ? { shortPages: isShort } : {}),
      },
    });
    this.#checkValueForms([first, small, next]);
  }

  #queryTable(table: string, columns: string, tail: string): Promise<QueryResponse> {
    return this.#requests.sendReadOnlyQuery(
      `SELECT ${columns} FROM ${table} ${tail}`,
      `SELECT ${columns} FROM <table> ${tail}`,
    );
  }

  /**
   * Sets the finding on the forms of values (S35). A form other than null, number, text, and nested object is neither
   * documented nor excluded, so with it the verdict is `unknown`.
   */
  #checkValueForms(responses: readonly QueryResponse[]): void {
    const records = responses.flatMap(getAcceptedResults).flatMap((answer) => answer.records ?? []);
    const nulls = findNullForm(records);
    if (nulls) this.#result = { ...this.#result, nulls };
    const { largeNumbers } = this.#result;
    const hasOthers = records.some(({ fields }) => fields.some(([, value]) => !hasDocumentedForm(value)));
    this.#findings.set('S35', records.length === 0 || hasOthers ? undefined : true, responses, {
      reason: hasOthers ? 'noRule' : 'tooFew',
      seen: {
        what: 'values',
        ...(nulls ? { nulls } : {}),
        ...(largeNumbers ? { largeNumbers } : {}),
        ...(hasOthers ? { hasOthers } : {}),
      },
    });
  }

  async #probeLevels(column: string): Promise<TrialResult> {
    const { table } = this.#names ?? { table: '' };
    const statements = REDACTION_LEVELS.map(
      (level) => [level, `SELECT REDACTION(<column>, '${level}') FROM <table> LIMIT 0`] as const,
    );
    const trial = await this.#tryStatements(statements, { table, column });
    const { accepted, refused } = trial;
    if (this.#setTrialFinding('D10', trial, { what: 'levels', accepted, refused }, refused.length === 0))
      this.#result = { ...this.#result, acceptedLevels: accepted, refusedLevels: refused };
    return trial;
  }

  async #probeConstructs(): Promise<void> {
    const statements = UNDOCUMENTED_STATEMENTS.filter(
      ([, statement]) => this.#acceptsCondition || !hasColumnInCondition(statement),
    );
    const trial = await this.#tryStatements(statements);
    const { accepted, refused } = trial;
    if (!this.#setTrialFinding('D6', trial, { what: 'constructs', accepted, refused }, true)) return;
    this.#result = { ...this.#result, acceptedConstructs: accepted, refusedConstructs: refused };
  }

  async #tryStatements(
    statements: readonly (readonly [name: string, statement: string])[],
    names = this.#names,
  ): Promise<TrialResult> {
    const accepted: string[] = [];
    const refused: string[] = [];
    const responses: QueryResponse[] = [];
    for (const [name, statement] of statements) {
      const response = await this.#queryTemplate(statement, names);
      responses.push(response);
      if (response.kind === 'accepted') accepted.push(name);
      if (response.kind === 'refused') refused.push(name);
    }
    return { accepted, refused, responses };
  }

  #setTrialFinding(
    rule: RuleID,
    { accepted, refused, responses }: TrialResult,
    seen: Observation,
    isTrue: boolean,
  ): boolean {
    const proof = this.#findMissingProof(refused.length > 0);
    if (proof) {
      this.#findings.set(rule, undefined, responses, { reason: proof });
      return false;
    }
    const told = accepted.length + refused.length;
    this.#findings.set(rule, told > 0 && told === responses.length ? isTrue : undefined, responses, {
      seen: told > 0 ? seen : undefined,
    });
    return told > 0;
  }

  /**
   * Returns why the service's acceptance of a statement, or its rejection if `isRefusal` is true, proves nothing;
   * undefined if it proves something.
   */
  #findMissingProof(isRefusal: boolean): UnknownReason | undefined {
    if (this.#acceptsBroken !== false) return this.#acceptsBroken ? 'acceptsAnything' : 'failed';
    return isRefusal && !this.#acceptsPlain ? 'refusesAnything' : undefined;
  }

  async #probeDocumentedConstructs(
    numbers: readonly string[],
    texts: readonly string[],
    levels: TrialResult,
  ): Promise<void> {
    const { table } = this.#names ?? { table: '' };
    const queryOnFirstColumns = async (
      statement: string,
      columns: readonly string[],
    ): Promise<QueryResponse | undefined> => {
      // The service rejects every condition on a column with transient tokenization (D8), so a second column is tried.
      let last: QueryResponse | undefined;
      for (const column of columns.slice(0, 2)) {
        last = await this.#queryTemplate(statement, { table, column });
        if (last.kind === 'accepted') return last;
      }
      return last;
    };
    const number = await queryOnFirstColumns(NUMBER_OPERATORS_STATEMENT, numbers);
    const text = await queryOnFirstColumns(TEXT_OPERATORS_STATEMENT, texts);
    const isNull = this.#result.acceptedConstructs.includes('TEST WITHOUT IS');
    const noNull = this.#result.refusedConstructs.includes('TEST WITHOUT IS');
    this.#setAcceptedFinding('D2', [number, text], isNull);
    this.#setAcceptedFinding('D3', [await this.#queryTemplate(JOIN_STATEMENT)], true);
    const functions = await queryOnFirstColumns(FUNCTIONS_STATEMENT, numbers);
    // An accepted level shows that REDACTION is accepted, too.
    const redaction =
      levels.accepted.length > 0
        ? []
        : [await queryOnFirstColumns(REDACTION_STATEMENT, [...texts, ...numbers])];
    this.#setAcceptedFinding('D4', [functions, ...redaction], true);
    const proof = this.#findMissingProof(true);
    this.#findings.set(
      'D7',
      proof ? undefined : isNull ? true : noNull ? false : undefined,
      number ? [number] : [],
      {
        reason: proof ?? (this.#acceptsCondition ? undefined : 'needsPolicies'),
      },
    );
  }

  /**
   * Sets the finding of a rule. The verdict is `holds` if all responses of `given` are accepted, `isRestAccepted` is
   * true, and the service rejected the broken statement; otherwise it is `unknown`. It is never `fails`, because a
   * rejection may mean that a column is protected (D8). An undefined element of `given` stands for a statement that was
   * not sent because the table has no suitable column.
   */
  #setAcceptedFinding(
    rule: RuleID,
    given: readonly (QueryResponse | undefined)[],
    isRestAccepted: boolean,
  ): void {
    const responses = given.filter((response) => response !== undefined);
    const proof = this.#findMissingProof(false);
    const isTrue = responses.length === given.length && responses.every(({ kind }) => kind === 'accepted');
    const isRefused = responses.some(({ kind }) => kind === 'refused');
    const open: UnknownReason | undefined =
      responses.length < given.length ? 'tooFew' : isRefused || isTrue ? 'needsPolicies' : undefined;
    this.#findings.set(rule, isTrue && isRestAccepted && !proof ? true : undefined, responses, {
      reason: proof ?? open,
    });
  }

  async #probeUnsupportedConstructs(): Promise<void> {
    const responses: QueryResponse[] = [];
    for (const statement of UNSUPPORTED_STATEMENTS)
      if (this.#acceptsCondition || !hasColumnInCondition(statement))
        responses.push(await this.#queryTemplate(statement));
    const isRefused = responses.length > 0 && responses.every(({ kind }) => kind === 'refused');
    const isAccepted = responses.some(({ kind }) => kind === 'accepted');
    const proof = this.#findMissingProof(isRefused);
    this.#findings.set(
      'D5',
      proof ? undefined : isRefused ? true : isAccepted ? false : undefined,
      responses,
      {
        reason: proof,
      },
    );
  }
}
