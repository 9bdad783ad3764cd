/** Recognizes the pages of one query: queries whose texts differ only in the LIMIT and OFFSET at their end (S36). */

/**
 * A query text without the OFFSET clause at its end, and the offset of that clause; 0 if there is no clause. A LIMIT
 * stays in the text.
 */
interface QueryPage {
  readonly query: string;
  readonly offset: number;
}

const OFFSET_CLAUSE = /\sOFFSET\s+(\d{1,15})(?:\s+ROWS?)?(?=\s*;?$|\s+LIMIT\s+\d{1,15}\s*;?$)/i;
const LIMIT_CLAUSE = /\sLIMIT\s+(\d{1,15})(?=\s*;?$)/i;
const TAIL_LENGTH = 80;
/** Maximum number of records that the service returns for a query (S36). Also the default for `pageSize`. */
const MAX_PAGE_SIZE = 25;

/**
 * Splits a query text into the query without the OFFSET clause at its end, and the offset; 0 if there is no clause. A
 * clause that is not within the last 80 characters is not recognized.
 */
export function splitOffset(text: string): QueryPage {
  const { query, found } = cutFromTail(text.trim(), OFFSET_CLAUSE);
  return { query, offset: Number(found?.[1] ?? 0) };
}

/**
 * Returns a query text without the LIMIT and OFFSET at its end, so that all pages of a query have the same text. The
 * LIMIT of the last page may differ from the others.
 */
export const removePaging = (text: string): string =>
  cutFromTail(splitOffset(text).query, LIMIT_CLAUSE).query;

/**
 * Returns a query text without the OFFSET at its end. A LIMIT there is removed too if it is 25 or `pageSize`, because
 * such a LIMIT was probably added to request a page (S36). Any other LIMIT stays, because it may belong to the query
 * itself.
 */
export function removeAddedPaging(text: string, pageSize = MAX_PAGE_SIZE): string {
  const { query } = splitOffset(text);
  const { query: withoutLimit, found } = cutFromTail(query, LIMIT_CLAUSE);
  const limit = Number(found?.[1]);
  return limit === MAX_PAGE_SIZE || limit === pageSize ? withoutLimit : query;
}

function cutFromTail(
  text: string,
  clause: RegExp,
): { readonly query: string; readonly found: RegExpExecArray | undefined } {
  const start = Math.max(0, text.length - TAIL_LENGTH);
  const found = clause.exec(text.slice(start));
  if (!found) return { query: text, found: undefined };
  const at = start + found.index;
  return { query: text.slice(0, at) + text.slice(at + found[0].length), found };
}
