import type { ServiceProfile } from './profile.ts';

/** Numbers of all rules in SERVICE.md, in its order. */
export const RULE_IDS = [
  'S1',
  'S2',
  'S3',
  'S4',
  'S5',
  'S6',
  'S7',
  'S8',
  'S9',
  'S10',
  'S11',
  'S12',
  'S13',
  'S14',
  'S15',
  'S16',
  'S17',
  'S18',
  'S19',
  'S20',
  'S21',
  'S22',
  'S23',
  'S24',
  'S25',
  'S26',
  'S27',
  'S28',
  'S29',
  'S30',
  'S31',
  'S32',
  'S33',
  'S34',
  'S35',
  'S36',
  'S37',
  'S38',
  'S39',
  'S40',
  'S41',
  'S42',
  'D1',
  'D2',
  'D3',
  'D4',
  'D5',
  'D6',
  'D7',
  'D8',
  'D9',
  'D10',
  'D11',
] as const;
export type RuleID = (typeof RULE_IDS)[number];

/**
 * `holds`: the responses agree with the rule. `fails`: a response contradicts it. `unknown`: the responses do not
 * decide.
 */
export type Verdict = 'holds' | 'fails' | 'unknown';

export type UnknownReason =
  /** The check saw nothing that shows the rule, or no request can show it, such as how long a version lives. */
  | 'notObservable'
  | 'needsWrite'
  | 'noTable'
  | 'tooFew'
  /** The audit event of the query was not found among those that were listed in the following seconds. */
  | 'noEvent'
  | 'failed'
  | 'rateLimited'
  /** A later response in the check contradicted what earlier ones showed. */
  | 'inconsistent'
  /** The service accepts a request that it must reject, so its other responses prove nothing. */
  | 'acceptsAnything'
  /** The service did not accept a request that it must accept, so its rejections of other requests prove nothing. */
  | 'refusesAnything'
  | 'notReached'
  /** The rule depends on how columns are protected, which no response shows. */
  | 'needsPolicies'
  | 'queryRejected'
  /** The service's document makes no statement about this, so the responses can't be compared with one. */
  | 'noRule';

/**
 * Rules that the document leaves open in whole or in part. A verdict of `fails` on one of them means only that the
 * service differs from what Vault SQL expects. This is no fault of the service.
 */
export const OPEN_RULES: ReadonlySet<RuleID> = new Set(['S28', 'S29', 'S31', 'S42', 'D6', 'D10']);

export interface Evidence {
  /**
   * Method, path, and parameters or statement, with placeholders such as `{account}` and `<table>` for names and values
   * of the service.
   */
  readonly request: string;
  readonly status: number | undefined;
  readonly count?: number;
}

export interface Finding {
  readonly rule: RuleID;
  readonly verdict: Verdict;
  readonly reason?: UnknownReason;
  readonly seen?: Observation;
  readonly evidence: readonly Evidence[];
}

export type Observation =
  | { readonly what: 'statuses'; readonly statuses: readonly number[] }
  | { readonly what: 'cursor'; readonly handling: CursorHandling; readonly inclusive?: boolean }
  | {
      readonly what: 'pageSize';
      readonly size: number | undefined;
      readonly limit: LimitHandling | undefined;
      readonly shortPages?: true;
    }
  | { readonly what: 'order'; readonly order: ListingOrder }
  | { readonly what: 'requestID'; readonly relation: RequestIDRelation }
  | { readonly what: 'errorBody'; readonly form: ErrorBodyForm }
  | { readonly what: 'records'; readonly largeLimit?: LargeLimit; readonly shortPages?: boolean }
  | {
      readonly what: 'values';
      readonly nulls?: NullForm;
      readonly largeNumbers?: NumberForm;
      readonly hasOthers?: boolean;
    }
  | { readonly what: 'levels'; readonly accepted: readonly string[]; readonly refused: readonly string[] }
  | { readonly what: 'constructs'; readonly accepted: readonly string[]; readonly refused: readonly string[] }
  | {
      readonly what: 'filters';
      readonly ignored: readonly string[];
      readonly refused: readonly string[];
      readonly tried: number;
    }
  | { readonly what: 'late'; readonly milliseconds: number }
  | { readonly what: 'rateLimit'; readonly hasRetryAfter: boolean }
  | { readonly what: 'emptyEntry'; readonly isAccepted: boolean };

type Listing = ServiceProfile['listing'];
type Query = ServiceProfile['query'];

/**
 * How the service treats the parameters that pass `nextOps` back (S28). `afterOps` or `nextOps`: the parameters whose
 * names begin with this word select the next page. `ignored`: the parameters are accepted, but events of the page
 * before are returned again. `refused`: a request with the parameters is rejected.
 */
export type CursorHandling = NonNullable<Listing['cursor']>;
export type LimitHandling = NonNullable<Listing['limit']>;
/** Order of a listing (S42): by time, or `arrival` if some times are out of order. */
export type ListingOrder = NonNullable<Listing['order']>;
/**
 * How the header `x-request-id` of a query's response relates to `context.requestID` of the query's audit event (S13).
 */
export type RequestIDRelation = NonNullable<Listing['requestID']>;
/**
 * Form of the body of an error response (S31). `nested`: a JSON object with an object `error`. `flat`: a JSON object
 * with a text `message`, and no object `error`.
 */
export type ErrorBodyForm = NonNullable<Listing['errorBody']>;
/** What the service does with a LIMIT over 25 (S36): return at most 25 records, or reject the query. */
export type LargeLimit = 'cut' | 'refused';
export type NullForm = NonNullable<Query['nulls']>;
/** How an integer beyond 2^53 appears in `fields` (S35): with all digits, as the nearest double, or as text. */
export type NumberForm = NonNullable<Query['largeNumbers']>;
