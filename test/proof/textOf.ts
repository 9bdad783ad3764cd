/**
 * The text of a drawn statement. A drawn statement has one blank at each gap between its tokens, `\u0001` for each
 * blank inside a literal, and both spellings where PostgreSQL can't read the one that is drawn.
 */
import type { Draw } from './draw.ts';

const [open, middle, close] = ['\ue000', '\ue001', '\ue002'];
const pairs = new RegExp(`${open}([^${middle}]*)${middle}([^${close}]*)${close}`, 'g');
const inner = '\u0001';

/** A literal, whose blanks belong to it. */
export const literal = (source: string): string => source.replaceAll(' ', inner);

/** A spelling of another dialect, and what PostgreSQL calls the same. */
export const either = (foreign: string, own: string): string => `${open}${foreign}${middle}${own}${close}`;

/** The statement as PostgreSQL writes it. */
export const ownText = (drawn: string): string => drawn.replaceAll(pairs, '$2').replaceAll(inner, ' ');

const blanks = [' ', ' ', ' ', '\n', '\t', '  ', '\r\n', '\f', ' /* x */ ', '/**/', ' -- y\n'];

/** The statement with odd blanks between its tokens; `odd` is how often there is a no-break space. */
export function foreignText(draw: Draw, drawn: string, odd = 0): string {
  const isPlain = draw.chance(0.5);
  const gap = (all: string, at: number, text: string): string => {
    if (draw.chance(odd)) return '\u00a0';
    if (isPlain) return all;
    const isTight = /[(),=<>]/.test(`${text[at - 1] ?? ''}${text[at + 1] ?? ''}`);
    // Two operators with nothing between them would be one.
    const isOperator = /[-+<>=~!|&@]/.test(text[at - 1] ?? '') || /[-+<>=~!|&@]/.test(text[at + 1] ?? '');
    return isTight && !isOperator && draw.chance(0.4) ? '' : draw.from(blanks);
  };
  return drawn.replaceAll(pairs, '$1').replaceAll(' ', gap).replaceAll(inner, ' ');
}
