/** Masks what may be personal data in the content of requests: query literals, and values in JSON and parameters. */
import { stringifyJson } from '../../service/json.ts';
import { parseJson } from '../../service/parseJson.ts';
import type { AuditEvent } from '../../service/types.ts';
import { findQueryText, isQueryText } from '../feed/queryOf.ts';
import type { MaskSql } from './mask.ts';
import { createValuesMask } from './valuesMask.ts';

/**
 * Matches one parameter, `name=value`. A request that lists data can have such parameters, joined by `&`, as its
 * content.
 */
const PARAMETER = /^[\w.]+=[^\s&]*$/;

/** Returns the content of an event's request (S20) masked. Undefined if the event has no content. */
export function maskRequestContent(event: AuditEvent, maskSql: MaskSql): string | undefined {
  const content = event.request.data?.content;
  return content && maskContent(content, maskSql, findQueryText(event) !== undefined);
}

const JSON_START = /^\s*[[{]/;
const JSON_KEY = /"\s*:(?!:)/;

const isParameters = (content: string): boolean => content.split('&').every((part) => PARAMETER.test(part));

/** Whether content of an unknown kind is probably SQL, rather than JSON or parameters. */
export const isProbablySql = (content: string): boolean =>
  isQueryText(content) || !(isParameters(content) || JSON_START.test(content) || JSON_KEY.test(content));

/**
 * Masks the content of a request: a query, JSON, or parameters. `isQuery` says whether the content is a query; by
 * default, this is guessed from its beginning. `onHidden` is called with the masked values.
 */
export function maskContent(
  content: string,
  maskSql: MaskSql,
  isQuery = isQueryText(content),
  onHidden: (literal: string) => void = () => undefined,
): string {
  // Parameters, and content that begins like JSON, are recognized even if `isQuery` is true, because they may have been
  // sent to the path of queries.
  const values = createValuesMask(maskSql, onHidden);
  if (isParameters(content)) return content.split('&').map(values.parameter).join('&');
  if (JSON_START.test(content)) {
    const parsed = parseJson(content);
    return parsed.ok ? stringifyJson(values.json(parsed.value)) : values.truncatedJson(content);
  }
  return !isQuery && JSON_KEY.test(content) ? values.truncatedJson(content) : maskSql(content, onHidden);
}
