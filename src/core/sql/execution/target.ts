/**
 * Reads the directive `-- vault: <connection>/<vault>`, which selects the vault that a file's statements are sent to.
 */
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
 * The directives of a text: line comments, also behind other text of their line, but not parts of a string. Names may
 * have spaces, and the vault's name slashes.
 */
function* directivesOf(text: string): Generator<TargetDirective, void> {
  for (const { kind, start, end } of lex(text)) {
    if (kind !== 'comment') continue;
    const comment = text.slice(start, Math.min(end, start + 1000));
    const [, connection, vault] = directive.exec(comment) ?? [];
    if (connection === undefined || vault === undefined) continue;
    yield { connection, vault, start, end: start + comment.trimEnd().length };
  }
}

/** Returns the directive in effect: the first one on the first ten lines, or undefined if there is none. */
export function readTarget(text: string): TargetDirective | undefined {
  const [first] = directivesOf(firstLines(text));
  return first;
}

/** Returns all directives of a text, including those not in effect. */
export const targetsIn = (text: string): TargetDirective[] =>
  /--\s*vault\s*:/i.test(text) ? [...directivesOf(text)] : [];
