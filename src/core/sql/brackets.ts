/** The look over a statement's tokens before it is read: flaws of single tokens, and brackets without a partner. */
import type { Reader } from './reader.ts';
import type { Token } from './tokens.ts';
import type { SyntaxReason } from './types.ts';

const unclosedReason: Partial<Record<Token['kind'], SyntaxReason>> = {
  string: 'unclosed-string',
  quoted: 'unclosed-identifier',
  comment: 'unclosed-comment',
  dollar: 'unclosed-dollar-quote',
  placeholder: 'unclosed-placeholder',
  backtick: 'backtick',
};

/** Reports each flaw of `tokens[first, last)`, and notes unclosed brackets in the reader. Linear. */
export function findFlaws(reader: Reader, tokens: readonly Token[], first: number, last: number): void {
  const open: number[] = [];
  let broken = false;
  const report = (reason: SyntaxReason, start: number, end: number): void => {
    reader.findings.push({ code: 'syntax', severity: 'error', start, end, construct: reason, reason });
  };
  const unclosed = (index: number): void => {
    const token = tokens[index];
    reader.unclosed.add(index);
    broken = true;
    if (token) report('unclosed-parenthesis', token.start, token.end);
  };
  for (let i = first; i < last; i++) {
    const token = tokens[i];
    if (!token) continue;
    const { kind, word, start, end } = token;
    if (kind === 'punctuation') {
      if (word === '(' || word === '[') open.push(i);
      else if (word === ')' || word === ']') {
        const partner = word === ')' ? '(' : '[';
        let top = open.pop();
        // `(a]`: the nearer bracket is the unclosed one, if there is a partner at all.
        if (top !== undefined && tokens[top]?.word !== partner) {
          unclosed(top);
          top = open.pop();
          if (top !== undefined && tokens[top]?.word !== partner) {
            open.push(top);
            top = undefined;
          }
        }
        if (top === undefined) {
          report('stray-parenthesis', start, end);
          broken = true;
        }
      }
    } else if (token.flaw === 'unclosed') {
      report(unclosedReason[kind] ?? 'unexpected-character', start, end);
      broken = true;
    } else if (token.flaw === 'junk') report('bad-number', start, end);
    else if (kind === 'quoted' && end - start === 2) report('empty-identifier', start, end);
    else if (kind === 'backtick') report('backtick', start, end);
    else if (kind === 'typographic') report('typographic-quote', start, start + 1);
    else if (kind === 'unknown') {
      report(
        reader.text.charCodeAt(start) >= 0x80 ? 'invisible-character' : 'unexpected-character',
        start,
        end,
      );
      broken = true;
    }
  }
  for (const index of open) unclosed(index);
  // Where a mark is missing, everything after it is guesswork.
  if (broken) reader.muted = true;
}
