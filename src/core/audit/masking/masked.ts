/** Audit events without the personal data in what was requested: literals of queries, values of requests. Values of single fields: fieldMasks.ts; addresses: addresses.ts. */
import { stringifyJson } from '../../service/json.ts';
import { parseJson } from '../../service/parseJson.ts';
import type { AuditEvent } from '../../service/types.ts';
import { isQueryText, queryOf } from '../feed/queryOf.ts';
import type { MaskSql } from './mask.ts';
import { createValuesMask } from './valuesMask.ts';

/** The content of a listing's event is query parameters with their names, joined by `&`. */
const PARAMETER = /^[\w.]+=[^\s&]*$/;

/**
 * The content of an event's request (S20) without values: of a query its literals, by `maskSql`; of JSON, whole or
 * cut, every value; query parameters stay where they filter a listing, but for e-mail addresses. Undefined where the event has none.
 */
export function maskedContent(event: AuditEvent, maskSql: MaskSql): string | undefined {
  const content = event.request.data?.content;
  return content && maskedText(content, maskSql, queryOf(event) !== undefined);
}

/** The start of JSON, whole or cut. */
const JSON_START = /^\s*[[{]/;
/** A key of JSON with its colon, anywhere in text; not a cast such as `"a"::text`. */
const JSON_KEY = /"\s*:(?!:)/;

const isParameters = (content: string): boolean => content.split('&').every((part) => PARAMETER.test(part));

/** Whether `maskedText` masks content, of which nothing else is known, as a statement rather than as JSON or parameters. */
export const isMaskedAsSql = (content: string): boolean =>
  isQueryText(content) || !(isParameters(content) || JSON_START.test(content) || JSON_KEY.test(content));

/** The same for content alone, which may or may not be a query. `onHidden` gets each literal and value masked. */
export function maskedText(
  content: string,
  maskSql: MaskSql,
  isQuery = isQueryText(content),
  onHidden: (literal: string) => void = () => undefined,
): string {
  // No query begins like these: sent to the path of queries, a body of JSON or parameters is masked as what it is.
  const values = createValuesMask(maskSql, onHidden);
  if (isParameters(content)) return content.split('&').map(values.parameter).join('&');
  if (JSON_START.test(content)) {
    const parsed = parseJson(content);
    return parsed.ok ? stringifyJson(values.json(parsed.value)) : values.cutJson(content);
  }
  return !isQuery && JSON_KEY.test(content) ? values.cutJson(content) : maskSql(content, onHidden);
}
