import { sliceFirstLines } from '../lexer/firstLines.ts';
import { lexWithComments } from '../lexer/lexer.ts';

export interface TargetDirective {
  readonly connection: string;
  readonly vault: string;
  readonly start: number;
  readonly end: number;
}

const directive = /^--\s*vault\s*:\s*([^/\s](?:[^/]*[^/\s])?)\s*\/\s*(\S(?:.*\S)?)\s*$/i;

function* readDirectives(text: string): Generator<TargetDirective, void> {
  for (const { kind, start, end } of lexWithComments(text)) {
    if (kind !== 'comment') continue;
    const comment = text.slice(start, Math.min(end, start + 1000));
    const [, connection, vault] = directive.exec(comment) ?? [];
    if (connection === undefined || vault === undefined) continue;
    yield { connection, vault, start, end: start + comment.trimEnd().length };
  }
}

/**
 * Returns the directive `-- vault: <connection>/<vault>` that is in effect: the first one in the first
 * `FIRST_LINE_COUNT` lines of the text. Undefined if there is none.
 */
export function readVaultDirective(text: string): TargetDirective | undefined {
  const [first] = readDirectives(sliceFirstLines(text));
  return first;
}

/** Returns the directives `-- vault: <connection>/<vault>` of a text in order, including those that have no effect. */
export const readAllVaultDirectives = (text: string): TargetDirective[] =>
  /--\s*vault\s*:/i.test(text) ? [...readDirectives(text)] : [];
