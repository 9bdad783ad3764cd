import type { Token } from '../../lexer/tokens.ts';
import { parseStatement, type SyntaxTree } from '../statement.ts';

/**
 * A statement of a document. The object usually stays the same until an edit changes the statement's own text, so that
 * results can be cached with it as the key of a `WeakMap`.
 */
export class SqlStatement {
  readonly source: string;
  readonly tokens: readonly Token[];
  #tree: SyntaxTree | undefined;

  constructor(source: string, tokens: readonly Token[]) {
    this.source = source;
    this.tokens = tokens;
  }

  /**
   * The syntax tree. It is parsed on the first access and then kept in memory, so this is meant for features that need
   * only the statement at the caret.
   */
  get tree(): SyntaxTree {
    this.#tree ??= this.parse();
    return this.#tree;
  }

  /**
   * Returns the syntax tree but does not keep it in memory, unless `tree` has been accessed before. For features that
   * read all statements, because the trees of a large document take far more memory than its text.
   */
  parse(): SyntaxTree {
    return this.#tree ?? parseStatement(this.source, this.tokens);
  }
}
