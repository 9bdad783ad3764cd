/** Recognizes the pages of one query: queries whose texts differ only in their OFFSET (S36). */

interface QueryPage {
  readonly query: string;
  readonly offset: number;
}

const OFFSET_CLAUSE = /\sOFFSET\s+(\d{1,15})(?:\s+ROWS?)?(?=\s*;?$|\s+LIMIT\s+\d{1,15}\s*;?$)/i;
const TAIL_LENGTH = 80;

/**
 * Splits a query text into the query without OFFSET and the offset. An OFFSET clause before the last 80 characters is
 * not recognized.
 */
export function splitOffset(text: string): QueryPage {
  const whole = text.trim();
  const start = Math.max(0, whole.length - TAIL_LENGTH);
  const found = OFFSET_CLAUSE.exec(whole.slice(start));
  if (!found) return { query: whole, offset: 0 };
  const at = start + found.index;
  return { query: whole.slice(0, at) + whole.slice(at + found[0].length), offset: Number(found[1]) };
}
