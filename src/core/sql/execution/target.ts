/** The directive that chooses where a file's statements go: `-- vault: <connection>/<vault>`. */
import { firstLines } from '../lexer/firstLines.ts';
import { lex } from '../lexer/lexer.ts';

export interface TargetDirective {
  readonly connection: string;
  readonly vault: string;
  /** Range of the comment, from its dashes to the end of the vault's name, in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
}

const directive = /^--\s*vault\s*:\s*([^/\s](?:[^/]*[^/\s])?)\s*\/\s*(\S(?:.*\S)?)\s*$/i;

/**
 * The first directive on one of the first ten lines of a text; undefined where there is none. It is a line
 * comment, also behind other text of its line, but not a part of a string. Names may have spaces, and the
 * vault's name slashes.
 */
export function readTarget(text: string): TargetDirective | undefined {
  for (const { kind, start, end } of lex(firstLines(text))) {
    if (kind !== 'comment') continue;
    const comment = text.slice(start, Math.min(end, start + 1000));
    const [, connection, vault] = directive.exec(comment) ?? [];
    if (connection === undefined || vault === undefined) continue;
    return { connection, vault, start, end: start + comment.trimEnd().length };
  }
  return undefined;
}
