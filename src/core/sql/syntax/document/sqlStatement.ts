/** One statement of a document that is being edited. */
import type { Token } from '../../lexer/tokens.ts';
import { parseStatement, type SyntaxTree } from '../statement.ts';

/**
 * A statement of a document. The object usually stays the same until an edit changes the statement's own text, even if
 * the statement moves; a statement with the same text as another one may get a new object. Results for a statement can
 * be cached with it as the key of a `WeakMap`.
 */
export class SqlStatement {
  /** The statement's text from its first token to its last, without the `;`. */
  readonly source: string;
  /** The statement's tokens without comments (except an unclosed one). Offsets count from the start of `source`. */
  readonly tokens: readonly Token[];
  #tree: SyntaxTree | undefined;

  constructor(source: string, tokens: readonly Token[]) {
    this.source = source;
    this.tokens = tokens;
  }

  /**
   * The syntax tree, which is parsed at the first access and then kept. For features that need only the statement at
   * the caret.
   */
  get tree(): SyntaxTree {
    this.#tree ??= this.parse();
    return this.#tree;
  }

  /**
   * Returns the syntax tree. Unless `tree` has been accessed before, parses the statement without keeping the result.
   * For features that read all statements and keep their own results: the trees of a large document take far more
   * memory than its text.
   */
  parse(): SyntaxTree {
    return this.#tree ?? parseStatement(this.source, this.tokens);
  }
}
