import {
  type Finding,
  type Observation,
  OPEN_RULES,
  type RuleID,
  type UnknownReason,
  type Verdict,
} from '../conformance/rules.ts';
import { type Sentence, say } from './sentence.ts';

export const ruleTitles = (): Readonly<Record<RuleID, Sentence>> => ({
  S1: say('Lists audit events and executes queries'),
  S2: say('A vault can have an address of its own'),
  S3: say('Paths begin with /v1'),
  S4: say('Versions and how long they live'),
  S5: say('Takes a bearer token'),
  S6: say('Where tokens come from and how long they live'),
  S7: say('Notifications of audit events'),
  S8: say('States of resources'),
  S9: say('Rate limits'),
  S10: say('Parts of an audit event'),
  S11: say('Form of resource IDs'),
  S12: say('Event IDs are unique'),
  S13: say('Request ID of an event'),
  S14: say('Actor of an event'),
  S15: say('Actor type and access type'),
  S16: say('Authentication modes'),
  S17: say('Fields that are present only if they apply'),
  S18: say('IP address and token ID'),
  S19: say('Response of an event'),
  S20: say('Request of an event'),
  S21: say('Form of timestamps'),
  S22: say('Cursor of a listing'),
  S23: say('Lists audit events by GET'),
  S24: say('Filters of a listing'),
  S25: say('The account ID is required'),
  S26: say('Lists of resource IDs'),
  S27: say('Form of a listing'),
  S28: say('How the cursor is passed back'),
  S29: say('Page size of a listing'),
  S30: say('Errors of a listing'),
  S31: say('Body of an error'),
  S32: say('Path of a query'),
  S33: say('Body of a query'),
  S34: say('Form of a result'),
  S35: say('Values of a record'),
  S36: say('At most 25 records per query'),
  S37: say('Redacted values'),
  S38: say('No tokens in results'),
  S39: say('No addresses of files in results'),
  S40: say('Each query is an audit event'),
  S41: say('Errors of a query'),
  S42: say('Order of a listing'),
  D1: say('Only SELECT'),
  D2: say('Operators'),
  D3: say('Joins'),
  D4: say('Functions'),
  D5: say('Other constructs are not supported'),
  D6: say('Other spellings of supported constructs'),
  D7: say('NULL and NOT NULL'),
  D8: say('WHERE and transient tokenization'),
  D9: say('The ? conditional'),
  D10: say('Levels of REDACTION'),
  D11: say('Rows have no order'),
});

export const verdictNames = (): Readonly<Record<Verdict, Sentence>> => ({
  holds: say('holds'),
  fails: say('fails'),
  unknown: say('cannot be told'),
});

const unknownReasons = (): Readonly<Record<UnknownReason, Sentence>> => ({
  notObservable: say('No request can show it.'),
  needsWrite: say('Only a write could show it, and no write is ever sent.'),
  noTable: say('No table is known. Name one.'),
  tooFew: say('There are too few events or rows to tell.'),
  noEvent: say('The audit event of the query was not found in time.'),
  failed: say('The request failed, or its response can’t be read.'),
  rateLimited: say('The service limited requests (429).'),
  inconsistent: say('The service responded differently to the same request.'),
  acceptsAnything: say('The service also accepts what must fail.'),
  refusesAnything: say('The service also rejects what must be accepted.'),
  notReached: say('The check ended before this was tried.'),
  needsPolicies: say('It depends on how columns are protected.'),
  queryRejected: say(
    'The service rejected the first query. It may not have this vault or table, or the token may not read it.',
  ),
  noRule: say('The document says nothing to compare this with.'),
});

export function formatVerdictCounts(findings: readonly Finding[]): Sentence {
  const count = (wanted: Verdict): number => findings.filter(({ verdict }) => verdict === wanted).length;
  return say(
    'Rules: {0} hold, {1} fail, {2} cannot be told.',
    count('holds'),
    count('fails'),
    count('unknown'),
  );
}

/**
 * Returns the sentences that explain a verdict: what was seen, why the verdict is unknown, and that `fails` is no fault
 * of the service where its document leaves the rule open. Each is left out if it does not apply.
 */
export const verdictDetails = ({ rule, verdict, seen, reason }: Finding): readonly Sentence[] => [
  ...(seen ? observationSentences(seen) : []),
  ...(reason ? [unknownReasons()[reason]] : []),
  ...(verdict === 'fails' && OPEN_RULES.has(rule)
    ? [say('The document leaves this open, so it is no fault of the service.')]
    : []),
];

function observationSentences(seen: Observation): readonly Sentence[] {
  switch (seen.what) {
    case 'statuses':
      return [say('Statuses seen: {0}.', seen.statuses.join(', '))];
    case 'cursor':
      return [
        {
          afterOps: say('As afterOps.timestamp and afterOps.changeID.'),
          nextOps: say('As nextOps.timestamp and nextOps.changeID.'),
          ignored: say('The cursor is ignored: the first page is returned again.'),
          refused: say('A request with a cursor is rejected.'),
        }[seen.handling],
        ...(seen.inclusive ? [say('The page begins with the event that the cursor names.')] : []),
      ];
    case 'pageSize':
      return [
        ...(seen.size === undefined ? [] : [say('Two pages had {0} events each.', seen.size)]),
        ...(seen.limit === undefined
          ? []
          : [
              {
                accepted: say('The parameter limit sets the size.'),
                ignored: say('The parameter limit is ignored.'),
                refused: say('The parameter limit is rejected.'),
              }[seen.limit],
            ]),
        ...(seen.shortPages ? [say('Pages can be short although more events follow.')] : []),
      ];
    case 'order':
      return [
        {
          newestFirst: say('By time, newest first.'),
          oldestFirst: say('By time, oldest first.'),
          arrival: say('By arrival: times are out of order.'),
        }[seen.order],
      ];
    case 'requestID':
      return [
        {
          same: say('The header x-request-id has the request ID of the event.'),
          different: say('The header x-request-id differs from the request ID of the event.'),
          absent: say('Responses have no header x-request-id.'),
        }[seen.relation],
      ];
    case 'errorBody':
      return [
        {
          nested: say('JSON with the message in error.'),
          flat: say('JSON with the message at the top.'),
          text: say('Plain text.'),
          html: say('HTML.'),
          empty: say('Empty.'),
          otherJson: say('JSON of another form.'),
        }[seen.form],
      ];
    case 'records':
      return [
        ...(seen.largeLimit === 'cut' ? [say('A LIMIT over 25 returns 25 records.')] : []),
        ...(seen.largeLimit === 'refused' ? [say('A LIMIT over 25 is rejected.')] : []),
        ...(seen.shortPages === true ? [say('Pages can be short although more records follow.')] : []),
        ...(seen.shortPages === false ? [say('No page was short while more records followed.')] : []),
      ];
    case 'values':
      return [
        ...(seen.nulls === 'absent' ? [say('A column without a value is absent.')] : []),
        ...(seen.nulls === 'null' ? [say('A column without a value is null.')] : []),
        ...(seen.largeNumbers === 'exact' ? [say('Large numbers keep all digits.')] : []),
        ...(seen.largeNumbers === 'rounded' ? [say('Large numbers are rounded.')] : []),
        ...(seen.largeNumbers === 'text' ? [say('Large numbers are text.')] : []),
        ...(seen.hasOthers ? [say('Values of other forms occur, such as true and false.')] : []),
      ];
    case 'levels':
    case 'constructs':
      return [
        ...(seen.accepted.length > 0 ? [say('Accepted: {0}.', seen.accepted.join(', '))] : []),
        ...(seen.refused.length > 0 ? [say('Rejected: {0}.', seen.refused.join(', '))] : []),
      ];
    case 'filters':
      return [
        ...(seen.ignored.length > 0 ? [say('Ignored: {0}.', seen.ignored.join(', '))] : []),
        ...(seen.refused.length > 0 ? [say('Rejected: {0}.', seen.refused.join(', '))] : []),
        say('{0} filters tried.', seen.tried),
      ];
    case 'late':
      return [say('The event was listed within {0} ms.', seen.milliseconds)];
    case 'rateLimit':
      return seen.hasRetryAfter
        ? [say('Rate limited (429), with Retry-After.')]
        : [say('Rate limited (429), without Retry-After.')];
    case 'emptyEntry':
      return seen.isAccepted ? [say('An empty entry is accepted.')] : [say('An empty entry is rejected.')];
  }
}
