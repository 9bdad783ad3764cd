/** The directive that chooses where a file's statements go: `-- vault: <connection>/<vault>`. */
import { lex } from '../lexer/lexer.ts';

export interface TargetDirective {
  readonly connection: string;
  readonly vault: string;
  /** Range of the comment, from its dashes to the end of the vault's name, in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
}

/** Only on one of the first lines, so that it is visible; blank lines and statements may be before it. */
const lines = 10;
const directive = /^--\s*vault\s*:\s*([^/\s](?:[^/]*[^/\s])?)\s*\/\s*(\S(?:.*\S)?)\s*$/i;

/** The first ten lines of a text. */
function head(text: string): string {
  const lineBreak = /\r\n|\n|\r/g;
  for (let line = 0; line < lines; line++) if (!lineBreak.exec(text)) return text;
  return text.slice(0, lineBreak.lastIndex);
}

/**
 * The first directive on one of the first ten lines of a text; undefined where there is none. It is a line
 * comment, also behind other text of its line, but not a part of a string. Names may have spaces, and the
 * vault's name slashes.
 */
export function readTarget(text: string): TargetDirective | undefined {
  for (const { kind, start, end } of lex(head(text))) {
    if (kind !== 'comment') continue;
    const comment = text.slice(start, Math.min(end, start + 1000));
    const [, connection, vault] = directive.exec(comment) ?? [];
    if (connection === undefined || vault === undefined) continue;
    return { connection, vault, start, end: start + comment.trimEnd().length };
  }
  return undefined;
}
