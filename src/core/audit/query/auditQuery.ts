/**
 * A question to the audit trail as the user writes it in the question bar: terms, all of which an event must meet. The
 * help page `media/help/questions.md` says what each term means.
 */
import type { FieldID } from '../table/fields.ts';

/**
 * One value of a term.
 *
 * `text`: exactly this text. `pattern`: a text that begins with the first of `parts`, ends with the last, and has the
 * others between them, in this order and without overlap. `absent`: no value. `status`: a status code for which
 * `comparison` with `code` holds, such as `>=` and 400. `statusClass`: a status code from 100 × `digit` to 100 ×
 * `digit` + 99. `network`: an IP address in this network, in CIDR notation.
 */
export type QueryValue =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'pattern'; readonly parts: readonly string[] }
  | { readonly kind: 'absent' }
  | { readonly kind: 'status'; readonly comparison: StatusComparison; readonly code: number }
  | { readonly kind: 'statusClass'; readonly digit: number }
  | { readonly kind: 'network'; readonly cidr: string };

export type StatusComparison = '<' | '<=' | '>' | '>=';

/** A part of what a query reads: a table, a column, or the level of a REDACTION call. */
export type ReadPart = 'table' | 'column' | 'level';

/**
 * A term about the value of a field: the value must be one of `values`, with upper and lower case as written. Of a
 * field that is a list, at least one entry must be. If the term is negated, events for which this holds do not pass.
 */
export interface FieldTerm {
  readonly kind: 'field';
  readonly field: FieldID;
  readonly values: readonly QueryValue[];
  readonly isNegated: boolean;
}
/**
 * A term about what the event's query reads, ignoring case. All such terms of a question that are not negated must be
 * met by one read. A read of `*` reads every column of its table; a read without a column, as by `count(*)`, meets no
 * term about a column or a level.
 */
export interface ReadTerm {
  readonly kind: 'read';
  readonly part: ReadPart;
  readonly values: readonly QueryValue[];
  readonly isNegated: boolean;
}
/**
 * A text that a field of the event, or the user's note about it, must contain, ignoring case: both are compared in
 * lower case as JavaScript's `toLowerCase` returns it, with a line break as a space (`searchable`). A field that is a
 * list is searched as its joined text. A source that can't convert case like that stores the converted texts too.
 */
export interface TextTerm {
  readonly kind: 'text';
  readonly text: string;
  readonly isNegated: boolean;
}
/**
 * A term about the event's time. `time` is written as the user typed it, such as `24h`, `today`, or `2026-11-24 14:05`,
 * because what it means changes as time goes on.
 */
export interface TimeTerm {
  readonly kind: 'last' | 'since' | 'until';
  readonly time: string;
}
/** `me`: the request is one that this extension knows to have sent. `marked`: the user marked the event. */
interface FlagTerm {
  readonly kind: 'me' | 'marked';
  readonly isNegated: boolean;
}

export type QueryTerm = FieldTerm | ReadTerm | TextTerm | TimeTerm | FlagTerm;

/** A question: an event must meet all of its terms. Without terms, every event does. */
export type AuditQuery = readonly QueryTerm[];

/** What a text in a question is compared with: a field, a part of a read, or, for `text`, all fields. */
type ComparedWith = FieldID | ReadPart | 'text';

/**
 * Returns the question with searched texts and text values replaced by what `map` returns for them, for example to mask
 * them. In a pattern, the texts beside the asterisks are replaced one by one. Times, status codes written as a
 * comparison or a class (`4xx`), and networks are not changed.
 */
export function mapTexts(
  query: AuditQuery,
  map: (comparedWith: ComparedWith, text: string) => string,
): AuditQuery {
  const mapValue = (name: ComparedWith, value: QueryValue): QueryValue => {
    if (value.kind === 'text') return { ...value, text: map(name, value.text) };
    if (value.kind !== 'pattern') return value;
    return { ...value, parts: value.parts.map((part) => (part === '' ? '' : map(name, part))) };
  };
  return query.map((term) => {
    if (term.kind === 'text') return { ...term, text: map('text', term.text) };
    if (term.kind !== 'field' && term.kind !== 'read') return term;
    const name = term.kind === 'field' ? term.field : term.part;
    return { ...term, values: term.values.map((value) => mapValue(name, value)) };
  });
}

/** The printed names of fields in questions, where they differ from the ID. `parseQuery` accepts other names too. */
const questionNames: Readonly<Partial<Record<FieldID, string>>> = {
  code: 'status',
  ipAddress: 'ip',
  actionType: 'action',
  content: 'query',
  vaultID: 'vault',
  apiName: 'api',
  accessType: 'access',
  authMode: 'auth',
  URI: 'uri',
  tags: 'tag',
  resourceIDs: 'resource',
  workspaceID: 'workspace',
  accountID: 'account',
  parentAccountID: 'parent',
  requestID: 'request',
  changeID: 'change',
  traceID: 'trace',
  sessionID: 'session',
  jwtID: 'jwt',
  keyID: 'key',
  bearerTokenContextID: 'context',
};

/** The name of a field in a printed question. */
export const questionName = (field: FieldID): string => questionNames[field] ?? field;
