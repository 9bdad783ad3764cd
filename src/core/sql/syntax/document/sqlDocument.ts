/**
 * Keeps the statements of a text that is being edited. What an edit does not affect is neither scanned nor parsed
 * again.
 */
import { maxLookahead } from '../../lexer/scanner.ts';
import { lexStatements } from '../../lexer/statements.ts';
import type { Token, TokenKind } from '../../lexer/tokens.ts';
import type { Range } from '../nodes.ts';
import type { TextEdit } from '../ranges.ts';
import { type Piece, PieceList, type PiecePlace } from './pieces.ts';
import { SqlStatement } from './sqlStatement.ts';

/** A statement and its current range in the document's text, in UTF-16 code units. */
export interface PlacedStatement {
  readonly statement: SqlStatement;
  readonly start: number;
  readonly end: number;
  /** The offset after the `;` that ends the statement; equal to `end` if there is none. */
  readonly fullEnd: number;
}

/** A text, or its parsed document if there already is one. */
export type SqlText = string | SqlDocument;
/** Returns the parsed document of a text; a document is returned as it is. */
export const documentOf = (text: SqlText): SqlDocument =>
  typeof text === 'string' ? new SqlDocument(text) : text;

/** The statements of a text, updated by edits. */
export class SqlDocument {
  readonly #pieces = new PieceList();
  /** The length of the text in UTF-16 code units. */
  #length = 0;

  constructor(text: string) {
    this.edit({ start: 0, end: 0, text });
  }

  /**
   * Returns the non-empty statements in order. The statements were parsed when the text was edited, so the time
   * that this takes grows only with their number.
   */
  statements(): PlacedStatement[] {
    return placed(this.#pieces, 0);
  }

  /** Returns the statements that a range of the text touches, and possibly one before and one after them. */
  statementsAt({ start, end }: Range): PlacedStatement[] {
    const from = Math.max(0, this.#pieces.find(start).index - 1);
    return placed(this.#pieces.slice(from, this.#pieces.find(end).index + 1), this.around(start).start);
  }

  /**
   * Yields the document's text in parts that can be analysed one by one, each with its offset in the text: a
   * statement with the whitespace and comments before it. The last part is the rest of the text.
   */
  *parts(): Generator<{ readonly part: Piece; readonly start: number }> {
    let start = 0;
    for (const part of this.#pieces) {
      yield { part, start };
      start += part.text.length;
    }
  }

  /**
   * Returns the range of the part that has the character at an offset, together with the part before it. What the
   * text at the offset means depends on nothing outside this range.
   */
  around(offset: number): Range {
    const place = this.#pieces.find(offset);
    const [before, own] = [place.index - 1, place.index].map((at) => textOf(this.#pieces.slice(at, at + 1)));
    return { start: place.start - (before?.length ?? 0), end: place.start + (own?.length ?? 0) };
  }

  /**
   * Returns the statement whose text, or the whitespace and comments before it, has the character at an offset;
   * undefined after the last statement.
   */
  statementAt(offset: number): PlacedStatement | undefined {
    const place = this.#pieces.find(offset);
    return placed(this.#pieces.slice(place.index, place.index + 1), place.start)[0];
  }

  /**
   * Applies an edit. Its range is limited to the text. Takes time linear in the edit and in the statements whose
   * tokens it changes, which are all that follow if it opens a quote.
   */
  edit({ start, end, text: inserted }: TextEdit): void {
    const offset = Math.max(0, Math.min(start, this.#length));
    const editEnd = Math.max(offset, Math.min(end, this.#length));
    const first = this.#firstTouched(offset);
    const after = this.#pieces.find(editEnd);
    // A byte order mark is one only at the very beginning of the text.
    const isUntouched = after.start === editEnd && editEnd > 0;
    const last = Math.min(isUntouched ? after.index : after.index + 1, this.#pieces.count);
    const touched = this.#pieces.slice(first.index, last);
    const old = textOf(touched);
    const text = old.slice(0, offset - first.start) + inserted + old.slice(editEnd - first.start);
    this.#length += inserted.length - (editEnd - offset);
    this.#read(first, last, touched, text);
  }

  /** Finds the first piece whose tokens an edit at an offset may change. */
  #firstTouched(offset: number): PiecePlace {
    const place = this.#pieces.find(offset);
    let { index, start } = place;
    let found = place;
    for (const piece of this.#pieces.slice(Math.max(0, index - maxLookahead), index).reverse()) {
      if (start + maxLookahead <= offset) break;
      index--;
      start -= piece.text.length;
      if (piece.looksAhead || !piece.isClosed) found = { index, start };
    }
    return found;
  }

  /**
   * Replaces the pieces from `first` up to index `last` with those of `text`. Also scans further pieces until a
   * statement ends where one ended before. The scanned text doubles each time, so the whole takes linear time.
   */
  #read(first: PiecePlace, last: number, touched: readonly Piece[], text: string): void {
    const statements = new Map(touched.map(({ statement }) => [statement?.source, statement]));
    const isFragment = first.index > 0;
    /** Maps each offset in `text` at which a piece ended before to the index of the piece after it. */
    const ends = new Map([[text.length, last]]);
    let whole = text;
    let next = last;
    for (;;) {
      const more = this.#pieces.slice(next, next + 1);
      const isWhole = more.length === 0;
      // Nothing is left: what follows begins at a `;` as before.
      const pieces = whole === '' && isFragment ? [] : readPieces(whole, isFragment, statements);
      if (isWhole) {
        this.#pieces.replace(first.index, next, pieces);
        return;
      }
      const agreed = findAgreement(pieces, ends, whole.length, isFragment);
      if (agreed) {
        this.#pieces.replace(first.index, agreed.next, pieces.slice(0, agreed.count));
        return;
      }
      const enough = 2 * whole.length;
      do {
        const [piece] = this.#pieces.slice(next, next + 1);
        if (!piece) break;
        if (piece.statement) statements.set(piece.statement.source, piece.statement);
        whole += piece.text;
        next++;
        ends.set(whole.length, next);
      } while (whole.length < enough);
    }
  }
}

/** Returns the statements of consecutive pieces, the first of which starts at offset `start` of the text. */
function placed(pieces: Iterable<Piece>, start: number): PlacedStatement[] {
  const found: PlacedStatement[] = [];
  let offset = start;
  for (const { statement, text, isClosed, ...piece } of pieces) {
    const end = offset + piece.end;
    const fullEnd = isClosed ? offset + text.length : end;
    if (statement) found.push({ statement, start: offset + piece.start, end, fullEnd });
    offset += text.length;
  }
  return found;
}

const textOf = (pieces: readonly Piece[]): string => pieces.map(({ text }) => text).join('');

/** Splits a text into pieces. A statement whose source equals one in `known` is reused, each only once. */
function readPieces(
  text: string,
  isFragment: boolean,
  known: ReadonlyMap<string | undefined, SqlStatement | undefined>,
): Piece[] {
  const used = new Set<SqlStatement>();
  const statementOf = (source: string, tokens: readonly Token[]): SqlStatement => {
    const same = known.get(source);
    if (!same || used.has(same)) return new SqlStatement(source, tokens);
    used.add(same);
    return same;
  };
  const pieces: Piece[] = [];
  let from = 0;
  for (const { start, end, fullEnd, tokens } of lexStatements(text, isFragment)) {
    const isClosed = fullEnd > end;
    const pieceEnd = isClosed ? fullEnd : text.length;
    pieces.push({
      text: text.slice(from, pieceEnd),
      statement: statementOf(text.slice(start, end), tokens),
      start: start - from,
      end: end - from,
      isClosed,
      looksAhead: tokens.some(looksAhead),
    });
    from = pieceEnd;
  }
  if (from < text.length) {
    const rest = { statement: undefined, start: 0, end: 0, isClosed: false, looksAhead: false };
    pieces.push({ text: text.slice(from), ...rest });
  }
  return pieces;
}

/** The kinds of tokens whose closing delimiter may be after a `;`. */
const lookaheadKinds: ReadonlySet<TokenKind> = new Set(['backtick', 'typographic-quote', 'unknown']);
const looksAhead = ({ kind }: Token): boolean => lookaheadKinds.has(kind);

/**
 * Finds the first new piece that ends where a piece ended before and in which no token depends on text after the
 * scanned one. Returns how many new pieces replace the old ones before index `next`; undefined if more text must be
 * scanned.
 */
function findAgreement(
  pieces: readonly Piece[],
  ends: ReadonlyMap<number, number>,
  length: number,
  isFragment: boolean,
): { count: number; next: number } | undefined {
  const atStart = isFragment ? ends.get(0) : undefined;
  if (atStart !== undefined) return { count: 0, next: atStart };
  let end = 0;
  let isDoubtful = false;
  for (const [index, piece] of pieces.entries()) {
    end += piece.text.length;
    isDoubtful ||= piece.looksAhead && end + maxLookahead > length;
    const next = piece.isClosed && !isDoubtful ? ends.get(end) : undefined;
    if (next !== undefined) return { count: index + 1, next };
  }
  return undefined;
}
