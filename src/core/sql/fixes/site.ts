import type { Token } from '../lexer/tokens.ts';
import type { Finding } from '../lint/findings.ts';
import type { Construct, Range } from '../syntax/nodes.ts';
import type { TextEdit } from '../syntax/ranges.ts';
import type { SyntaxTree } from '../syntax/statement.ts';
import { TokenIndex } from '../syntax/tokenIndex.ts';
import { type SyntaxNode, walk } from '../syntax/walk.ts';
import { outermostScope, type Scope, scopeOfChildren } from './scope.ts';
import { collectTableFacts, type StatementTables } from './tables.ts';

/**
 * A statement and its syntax tree, with the parent and the scope of each node. Offsets are UTF-16 code units from the
 * statement's first token.
 */
export class StatementView {
  readonly tree: SyntaxTree;
  readonly tokens: TokenIndex;
  readonly #around = new Map<
    SyntaxNode,
    { readonly parent: SyntaxNode | undefined; readonly scope: Scope }
  >();
  readonly #constructs = new Map<string, Construct>();
  #tables: StatementTables | undefined;

  constructor(tree: SyntaxTree) {
    this.tree = tree;
    this.tokens = new TokenIndex(tree.tokens);
    const open: { readonly parent: SyntaxNode | undefined; readonly scope: Scope }[] = [];
    walk(tree.statement, {
      enter: (node) => {
        const around = open.at(-1) ?? { parent: undefined, scope: outermostScope };
        this.#around.set(node, around);
        if (node.kind === 'construct')
          this.#constructs.set(createParsedConstructKey(node.start, node.name), node);
        open.push({ parent: node, scope: scopeOfChildren(node, around.scope) });
      },
      leave: () => open.pop(),
    });
  }

  get text(): string {
    return this.tree.source;
  }
  get tables(): StatementTables {
    this.#tables ??= collectTableFacts(this);
    return this.#tables;
  }
  parentOf(node: SyntaxNode): SyntaxNode | undefined {
    return this.#around.get(node)?.parent;
  }
  scopeOf(node: SyntaxNode): Scope {
    return this.#around.get(node)?.scope ?? outermostScope;
  }
  constructAt({ start, construct }: Finding): Construct | undefined {
    return this.#constructs.get(createParsedConstructKey(start, construct));
  }
  sourceOf({ start, end }: Range): string {
    return this.text.slice(start, end);
  }
  tokensIn({ start, end }: Range): readonly Token[] {
    return this.tree.tokens.slice(this.tokens.indexFrom(start), this.tokens.indexFrom(end));
  }
  hasAnyWord(words: readonly string[], range: Range = this.tree.statement): boolean {
    return this.tokensIn(range).some(({ word }) => words.includes(word));
  }
  wordBefore({ start }: Range): string {
    return this.tokens.lastTokenBefore(start)?.word ?? '';
  }
  wordAfter({ end }: Range): string {
    return this.tokens.firstTokenFrom(end)?.word ?? '';
  }

  createInsertionBefore({ start }: Range, text: string): TextEdit {
    return this.createReplacementEdit({ start, end: start }, text);
  }
  createInsertionAfter({ end }: Range, text: string): TextEdit {
    return this.createReplacementEdit({ start: end, end }, text);
  }
  /**
   * Returns an edit that replaces a range with `text`. The edit also inserts a space where a word, a number or a quoted
   * text would otherwise merge with the token beside it or be hard to tell from it, as in `USING (v)WHERE`.
   */
  createReplacementEdit({ start, end }: Range, text: string): TextEdit {
    const [before, after] = [this.text[start - 1] ?? '', this.text[end] ?? ''];
    if (text === '') return { start, end, text: wouldMergeTokens(before, after) ? ' ' : '' };
    const left = wouldMergeTokens(before, text[0] ?? '') ? ' ' : '';
    return { start, end, text: `${left}${text}${wouldMergeTokens(text.at(-1) ?? '', after) ? ' ' : ''}` };
  }
  /**
   * Returns an edit that removes the tokens in a range, usually with the whitespace after them, or before them at the
   * end of the statement. A comment there is kept. `range` must start where a token starts and end where a token ends.
   */
  createRemovalEdit(range: Range): TextEdit {
    const next = this.tokens.firstTokenFrom(range.end);
    const start = next ? range.start : (this.tokens.lastTokenBefore(range.start)?.end ?? range.start);
    const end = next?.start ?? range.end;
    // A comment beside the removed tokens is kept.
    const gap = next ? this.text.slice(range.end, end) : this.text.slice(start, range.start);
    return range.start === 0 || gap.trim() !== ''
      ? this.createReplacementEdit(range, '')
      : { start, end, text: '' };
  }
}

const createParsedConstructKey = (start: number, name: string): string => `${start} ${name}`;

const namePart = /[\w$\x80-\uffff]/;
const wouldMergeTokens = (left: string, right: string): boolean =>
  (namePart.test(right) && /[\w$\x80-\uffff)'"]/.test(left)) ||
  (/['"]/.test(right) && /[\w$\x80-\uffff&]/.test(left));

export interface Site {
  readonly statement: StatementView;
  readonly finding: Finding;
  readonly construct: Construct | undefined;
  /**
   * The parent node of `construct`, such as the expression of an operator or the clause of a keyword; undefined if
   * `construct` is undefined.
   */
  readonly node: SyntaxNode | undefined;
}
