import { MAX_LOOKAHEAD } from '../../lexer/scanner.ts';
import { lexStatements } from '../../lexer/statements.ts';
import type { Token, TokenKind } from '../../lexer/tokens.ts';
import type { Range } from '../nodes.ts';
import type { TextEdit } from '../ranges.ts';
import { ChunkList, type ChunkPosition, type DocumentChunk } from './chunks.ts';
import { SqlStatement } from './sqlStatement.ts';

export interface PlacedStatement {
  readonly statement: SqlStatement;
  readonly start: number;
  readonly end: number;
  readonly fullEnd: number;
}

export type SqlText = string | SqlDocument;
export const toSqlDocument = (text: SqlText): SqlDocument =>
  typeof text === 'string' ? new SqlDocument(text) : text;

/**
 * The statements of a text that is being edited. Usually only the statements around the edited range are scanned again
 * after an edit.
 */
export class SqlDocument {
  readonly #chunks = new ChunkList();
  #length = 0;

  constructor(text: string) {
    this.applyTextEdit({ start: 0, end: 0, text });
  }

  statements(): PlacedStatement[] {
    return placeStatements(this.#chunks, 0);
  }

  /** Returns the statements that a range of the text touches, in order, and possibly one before and one after them. */
  findStatementsAround({ start, end }: Range): PlacedStatement[] {
    const from = Math.max(0, this.#chunks.findChunkAtOffset(start).index - 1);
    return placeStatements(
      this.#chunks.slice(from, this.#chunks.findChunkAtOffset(end).index + 1),
      this.findRangeOfChunkAndPrevious(start).start,
    );
  }

  /** Yields the document's text in chunks that can be analysed one by one, each with its offset in the text. */
  *chunks(): Generator<{ readonly chunk: DocumentChunk; readonly start: number }> {
    let start = 0;
    for (const chunk of this.#chunks) {
      yield { chunk, start };
      start += chunk.text.length;
    }
  }

  /**
   * Returns the range from the start of the previous chunk to the end of the chunk that has the character at an offset.
   * For the end of the text, returns the range of the last chunk.
   */
  findRangeOfChunkAndPrevious(offset: number): Range {
    const place = this.#chunks.findChunkAtOffset(offset);
    const [before, own] = [place.index - 1, place.index].map((at) => textOf(this.#chunks.slice(at, at + 1)));
    return { start: place.start - (before?.length ?? 0), end: place.start + (own?.length ?? 0) };
  }

  /**
   * Returns the statement in the chunk that has the character at `offset`. The chunk consists of the statement, its `;`
   * and the whitespace, comments and empty statements before it. For a last statement without `;`, the rest of the text
   * is part of the chunk. Returns undefined if the chunk has no statement, and at the end of the text.
   */
  findStatementInChunkAt(offset: number): PlacedStatement | undefined {
    const place = this.#chunks.findChunkAtOffset(offset);
    return placeStatements(this.#chunks.slice(place.index, place.index + 1), place.start)[0];
  }

  applyTextEdit({ start, end, text: inserted }: TextEdit): void {
    const offset = Math.max(0, Math.min(start, this.#length));
    const editEnd = Math.max(offset, Math.min(end, this.#length));
    const first = this.#findFirstAffected(offset);
    const after = this.#chunks.findChunkAtOffset(editEnd);
    // An insertion at offset 0 also affects the first chunk: a byte order mark counts only at the start of the text.
    const isUntouched = after.start === editEnd && editEnd > 0;
    const last = Math.min(isUntouched ? after.index : after.index + 1, this.#chunks.count);
    const touched = this.#chunks.slice(first.index, last);
    const old = textOf(touched);
    const text = old.slice(0, offset - first.start) + inserted + old.slice(editEnd - first.start);
    this.#length += inserted.length - (editEnd - offset);
    this.#rescanUntilResync(first, last, touched, text);
  }

  #findFirstAffected(offset: number): ChunkPosition {
    const place = this.#chunks.findChunkAtOffset(offset);
    let { index, start } = place;
    let found = place;
    for (const chunk of this.#chunks.slice(Math.max(0, index - MAX_LOOKAHEAD), index).reverse()) {
      if (start + MAX_LOOKAHEAD <= offset) break;
      index--;
      start -= chunk.text.length;
      if (chunk.dependsOnLookahead || !chunk.isClosed) found = { index, start };
    }
    return found;
  }

  /**
   * Splits `text` into chunks, which replace those from `first` up to, but not including, index `last`. If necessary,
   * also scans and replaces chunks after them, until a new chunk ends where an old one ended, or to the end of the
   * document. To take linear time, each attempt scans about twice as much text as the one before, or all that is left.
   */
  #rescanUntilResync(
    first: ChunkPosition,
    last: number,
    touched: readonly DocumentChunk[],
    text: string,
  ): void {
    const statements = new Map(touched.map(({ statement }) => [statement?.source, statement]));
    const isFragment = first.index > 0;
    const ends = new Map([[text.length, last]]);
    let whole = text;
    let next = last;
    for (;;) {
      const more = this.#chunks.slice(next, next + 1);
      const isWhole = more.length === 0;
      // The edit removed all text of the affected chunks. The chunk after them, if any, still begins after a `;`.
      const chunks = whole === '' && isFragment ? [] : splitIntoChunks(whole, isFragment, statements);
      if (isWhole) {
        this.#chunks.replaceChunks(first.index, next, chunks);
        return;
      }
      const agreed = findResyncPoint(chunks, ends, whole.length, isFragment);
      if (agreed) {
        this.#chunks.replaceChunks(first.index, agreed.next, chunks.slice(0, agreed.count));
        return;
      }
      const enough = 2 * whole.length;
      do {
        const [chunk] = this.#chunks.slice(next, next + 1);
        if (!chunk) break;
        if (chunk.statement) statements.set(chunk.statement.source, chunk.statement);
        whole += chunk.text;
        next++;
        ends.set(whole.length, next);
      } while (whole.length < enough);
    }
  }
}

function placeStatements(chunks: Iterable<DocumentChunk>, start: number): PlacedStatement[] {
  const found: PlacedStatement[] = [];
  let offset = start;
  for (const { statement, text, isClosed, ...chunk } of chunks) {
    const end = offset + chunk.end;
    const fullEnd = isClosed ? offset + text.length : end;
    if (statement) found.push({ statement, start: offset + chunk.start, end, fullEnd });
    offset += text.length;
  }
  return found;
}

const textOf = (chunks: readonly DocumentChunk[]): string => chunks.map(({ text }) => text).join('');

function splitIntoChunks(
  text: string,
  isFragment: boolean,
  reusable: ReadonlyMap<string | undefined, SqlStatement | undefined>,
): DocumentChunk[] {
  const used = new Set<SqlStatement>();
  const statementOf = (source: string, tokens: readonly Token[]): SqlStatement => {
    const same = reusable.get(source);
    if (!same || used.has(same)) return new SqlStatement(source, tokens);
    used.add(same);
    return same;
  };
  const chunks: DocumentChunk[] = [];
  let from = 0;
  for (const { start, end, fullEnd, tokens } of lexStatements(text, isFragment)) {
    const isClosed = fullEnd > end;
    const chunkEnd = isClosed ? fullEnd : text.length;
    chunks.push({
      text: text.slice(from, chunkEnd),
      statement: statementOf(text.slice(start, end), tokens),
      start: start - from,
      end: end - from,
      isClosed,
      dependsOnLookahead: tokens.some(canExtendPastSemicolon),
    });
    from = chunkEnd;
  }
  if (from < text.length) {
    const rest = { statement: undefined, start: 0, end: 0, isClosed: false, dependsOnLookahead: false };
    chunks.push({ text: text.slice(from), ...rest });
  }
  return chunks;
}

/** Kinds whose tokens may become longer if an edit inserts a closing delimiter, even after a later `;`. */
const lookaheadKinds: ReadonlySet<TokenKind> = new Set(['backtick', 'typographic-quote', 'unknown']);
const canExtendPastSemicolon = ({ kind }: Token): boolean => lookaheadKinds.has(kind);

function findResyncPoint(
  chunks: readonly DocumentChunk[],
  ends: ReadonlyMap<number, number>,
  length: number,
  isFragment: boolean,
): { count: number; next: number } | undefined {
  const atStart = isFragment ? ends.get(0) : undefined;
  if (atStart !== undefined) return { count: 0, next: atStart };
  let end = 0;
  let isDoubtful = false;
  for (const [index, chunk] of chunks.entries()) {
    end += chunk.text.length;
    isDoubtful ||= chunk.dependsOnLookahead && end + MAX_LOOKAHEAD > length;
    const next = chunk.isClosed && !isDoubtful ? ends.get(end) : undefined;
    if (next !== undefined) return { count: index + 1, next };
  }
  return undefined;
}
