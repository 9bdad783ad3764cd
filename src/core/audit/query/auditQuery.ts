/**
 * A question to the audit trail as the user writes it in the question bar. The help page `media/help/questions.md` says
 * what each term means.
 */
import type { FieldID } from '../table/fields.ts';

/**
 * One value of a term. `pattern`: a text that begins with the first of `parts`, ends with the last, and contains the
 * others in order between them. `absent`: no value. `statusClass`: the 100 status codes that start at 100 × `digit`,
 * such as 400 to 499 for `4xx`. `network`: an IP address in this network, in CIDR notation.
 */
export type QueryValue =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'pattern'; readonly parts: readonly string[] }
  | { readonly kind: 'absent' }
  | { readonly kind: 'status'; readonly comparison: StatusComparison; readonly code: number }
  | { readonly kind: 'statusClass'; readonly digit: number }
  | { readonly kind: 'network'; readonly cidr: string };

export type StatusComparison = '<' | '<=' | '>' | '>=';

export type ReadPart = 'table' | 'column' | 'level';

/**
 * A term about the value of a field. An event meets it if the field's value, or at least one entry of a list, matches
 * one of `values`. If `isNegated`, the other events meet it.
 */
export interface FieldTerm {
  readonly kind: 'field';
  readonly field: FieldID;
  readonly values: readonly QueryValue[];
  readonly isNegated: boolean;
}
/**
 * A term about what the event's query reads, ignoring case. The terms of this kind that are not
 * negated must all be met by the same read of the query.
 */
export interface ReadTerm {
  readonly kind: 'read';
  readonly part: ReadPart;
  readonly values: readonly QueryValue[];
  readonly isNegated: boolean;
}
/**
 * A text that must occur in a field of the event or in the user's note about it, ignoring case. If `isNegated`, it must
 * occur in none of them.
 */
export interface TextTerm {
  readonly kind: 'text';
  readonly text: string;
  readonly isNegated: boolean;
}
/**
 * A term about the event's time. `time` is stored as text, such as `24h`, `today`, or `2026-11-24 14:05`, because the
 * meaning of relative times changes as time passes.
 */
export interface TimeTerm {
  readonly kind: 'last' | 'since' | 'until';
  readonly time: string;
}
/**
 * `me`: this extension sent the event's request, as far as known. `marked`: the
 * user marked the event.
 */
interface FlagTerm {
  readonly kind: 'me' | 'marked';
  readonly isNegated: boolean;
}

export type QueryTerm = FieldTerm | ReadTerm | TextTerm | TimeTerm | FlagTerm;

/** A question. An event matches it if the event meets all terms; a question without terms matches every event. */
export type AuditQuery = readonly QueryTerm[];

type ComparedWith = FieldID | ReadPart | 'text';

/**
 * Returns the question with searched texts, text values, and the non-empty parts of patterns replaced by what `map`
 * returns for them, for example to mask them. `map` is called with the field or the part of a read that the text is
 * compared with, or with `text` for a searched text.
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

/** The printed names of fields in questions, where they differ from the ID. */
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

export const getQuestionNameOfField = (field: FieldID): string => questionNames[field] ?? field;
