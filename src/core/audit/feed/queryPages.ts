/** Pages of one query are queries whose texts differ in their OFFSET alone (S36). */

interface QueryPage {
  /** The text without its OFFSET. */
  readonly query: string;
  /** 0 where it has none. */
  readonly offset: number;
}

/** Of an OFFSET at the end, or before the last LIMIT. */
const OFFSET = /\sOFFSET\s+(\d{1,15})(?:\s+ROWS?)?(?=\s*;?$|\s+LIMIT\s+\d{1,15}\s*;?$)/i;
/** Longer than any such end. */
const END = 80;

/** Which page of which query a text asks for. Looks at its end only. */
export function queryPage(text: string): QueryPage {
  const whole = text.trim();
  const start = Math.max(0, whole.length - END);
  const found = OFFSET.exec(whole.slice(start));
  if (!found) return { query: whole, offset: 0 };
  const at = start + found.index;
  return { query: whole.slice(0, at) + whole.slice(at + found[0].length), offset: Number(found[1]) };
}
