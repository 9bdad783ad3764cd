/** One statement of a document, kept for as long as its text is the same. */
import type { Token } from '../../lexer/tokens.ts';
import { parseStatement, type SyntaxTree } from '../statement.ts';

/**
 * The object is the same until an edit changes the statement's own text, wherever the statement moves: what is derived
 * from it can be kept by it, in a `WeakMap`.
 */
export class SqlStatement {
  /** From its first token to its last, without the `;`. */
  readonly source: string;
  /** Comments left out; offsets are from the start of `source`. */
  readonly tokens: readonly Token[];
  #tree: SyntaxTree | undefined;

  constructor(source: string, tokens: readonly Token[]) {
    this.source = source;
    this.tokens = tokens;
  }

  /** Parsed when it is first asked for, and kept: for readers of the statement at the caret. */
  get tree(): SyntaxTree {
    this.#tree ??= this.parse();
    return this.#tree;
  }

  /**
   * The tree, which is not kept: for readers of all statements, who keep what they find. The trees of a large document
   * take far more memory than its text.
   */
  parse(): SyntaxTree {
    return this.#tree ?? parseStatement(this.source, this.tokens);
  }
}
