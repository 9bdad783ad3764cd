/** Parses the text of a question. The help page `media/help/questions.md` has its grammar. */
import { findNearestName } from '../../messages/nearestName.ts';
import { hasInvisible } from '../../service/invisible.ts';
import { findMatchEnd } from '../../sql/lexer/characterClasses.ts';
import { parseTime } from '../filters/timeRanges.ts';
import { auditFields, type FieldID } from '../table/fields.ts';
import {
  type AuditQuery,
  getQuestionNameOfField,
  type QueryTerm,
  type QueryValue,
  type ReadPart,
} from './auditQuery.ts';
import { parsePlainValue, type ValueProblem } from './plainValues.ts';

/**
 * Why a question can't be read. `quoteInside`: a quotation mark within unquoted text. `afterQuote`: text directly after
 * a closing quotation mark. `noTerm`: nothing, or another `-`, after a `-`. `operator`: an unquoted AND, OR, or NOT as
 * a term. `timeList`: a comma after a time. `emptyText`: a searched text that is empty.
 */
type ProblemKind =
  | 'unclosedQuote'
  | 'quoteInside'
  | 'afterQuote'
  | 'unknownField'
  | 'noValue'
  | 'noTerm'
  | 'operator'
  | 'parenthesis'
  | 'noDuration'
  | 'noTime'
  | 'timeList'
  | 'negatedTime'
  | 'emptyText'
  | 'invisible'
  | 'tooLong'
  | ValueProblem;

export interface QuestionProblem {
  readonly kind: ProblemKind;
  /**
   * The range of the text that can't be read, in UTF-16 code units, with `end` excluded. It is empty where nothing is
   * written, for example after `actor:`.
   */
  readonly start: number;
  readonly end: number;
  /** For an unknown field: the known name that is the most similar, if one is similar enough. */
  readonly suggestion?: string;
}

type ParsedQuestion =
  | { readonly query: AuditQuery; readonly problem?: undefined }
  | { readonly query?: undefined; readonly problem: QuestionProblem };

/**
 * Maximum length, in UTF-16 code units, of a question in an input. A question that facets and menus have extended can
 * be longer when it is printed.
 */
export const MAX_QUESTION_LENGTH = 10_000;

const readParts = ['table', 'column', 'level'] as const satisfies readonly ReadPart[];
const timeNames = ['last', 'since', 'until'] as const;
const DURATION = /^\d{1,6}[mhdw]$/i;

/** What the name before a term's colon stands for: a field, a part of a read, or a kind of time. */
export type TermName =
  | { readonly kind: 'field'; readonly field: FieldID }
  | { readonly kind: 'read'; readonly part: ReadPart }
  | { readonly kind: (typeof timeNames)[number] };

const termNames: ReadonlyMap<string, TermName> = new Map([
  ...auditFields.flatMap(({ id: field, filter }): [string, TermName][] =>
    [getQuestionNameOfField(field), field, ...(filter === undefined ? [] : [filter])].map((name) => [
      name.toLowerCase(),
      { kind: 'field', field },
    ]),
  ),
  ...readParts.map((part): [string, TermName] => [part, { kind: 'read', part }]),
  ...timeNames.map((kind): [string, TermName] => [kind, { kind }]),
]);

export const findTermName = (name: string): TermName | undefined => termNames.get(name.toLowerCase());

const suggestedNames: readonly string[] = [
  ...auditFields.map(({ id }) => getQuestionNameOfField(id)),
  ...readParts,
  ...timeNames,
];

const BLANK = /\s/u;
const NAME = /[^\s":]*/y;
const isMeOrMarked = (text: string): boolean => /^(me|marked)$/i.test(text);
const isLogicalOperator = (text: string): boolean => /^(and|or|not)$/i.test(text);

/** Whether `text`, written as a term without quotation marks, is parsed as a search for exactly this text. */
export const isPlainText = (text: string): boolean =>
  /^[^\s":(-][^\s":]*$/u.test(text) && !isMeOrMarked(text) && !isLogicalOperator(text) && !hasInvisible(text);

/** Parses the text of a question. Returns a problem instead if the text can't be read or is longer than `maxLength`. */
export function parseQuestion(text: string, maxLength = MAX_QUESTION_LENGTH): ParsedQuestion {
  if (text.length > maxLength) return { problem: { kind: 'tooLong', start: maxLength, end: text.length } };
  try {
    return { query: new QuestionParser(text).parse() };
  } catch (error) {
    if (error instanceof Unreadable) return { problem: error.problem };
    throw error;
  }
}

class Unreadable extends Error {
  readonly problem: QuestionProblem;

  constructor(problem: QuestionProblem) {
    super(problem.kind);
    this.problem = problem;
  }
}

interface WrittenText {
  readonly text: string;
  readonly isQuoted: boolean;
  readonly start: number;
}

class QuestionParser {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  parse(): AuditQuery {
    const terms: QueryTerm[] = [];
    for (;;) {
      while (this.#isAtWhitespace()) this.#at++;
      if (this.#isEnd()) return terms;
      terms.push(this.#parseTerm());
    }
  }

  #parseTerm(): QueryTerm {
    const start = this.#at;
    const isNegated = this.#skipCharacterIfNext('-');
    if (this.#isEnd() || this.#isAtWhitespace()) this.#throwProblem('noTerm', this.#at, this.#at);
    if (this.#text[this.#at] === '-') this.#throwProblem('noTerm', this.#at, this.#at + 1);
    if (this.#text[this.#at] === '(') this.#throwProblem('parenthesis', this.#at, this.#at + 1);
    const nameEnd = findMatchEnd(NAME, this.#text, this.#at);
    if (this.#text[nameEnd] !== ':') return this.#parseTextTerm(isNegated);
    const name = this.#text.slice(this.#at, nameEnd);
    const known = findTermName(name);
    if (known === undefined) this.#failAtName(name);
    this.#at += name.length + 1;
    if (known.kind === 'field' || known.kind === 'read') {
      const values = this.#parseValues(known.kind === 'field' ? known.field : known.part);
      return { ...known, values, isNegated };
    }
    if (isNegated) this.#throwProblem('negatedTime', start, start + 1);
    return { kind: known.kind, time: this.#parseTime(known.kind) };
  }

  #parseTextTerm(isNegated: boolean): QueryTerm {
    const { text, isQuoted, start } = this.#readQuotedOrPlainText();
    if (!isQuoted && isLogicalOperator(text)) this.#throwProblem('operator', start, this.#at);
    if (!isQuoted && isMeOrMarked(text))
      return { kind: text.toLowerCase() === 'me' ? 'me' : 'marked', isNegated };
    if (text === '') this.#throwProblem('emptyText', start, this.#at);
    return { kind: 'text', text, isNegated };
  }

  #parseValues(name: FieldID | ReadPart): readonly QueryValue[] {
    const values: QueryValue[] = [];
    do values.push(this.#parseValue(name));
    while (this.#skipCharacterIfNext(','));
    return values;
  }

  #parseValue(name: FieldID | ReadPart): QueryValue {
    const { text, isQuoted, start } = this.#readQuotedOrPlainText(',');
    if (isQuoted) return { kind: 'text', text };
    const value = parsePlainValue(name, text);
    if (typeof value === 'string') this.#throwProblem(value, start, this.#at);
    return value;
  }

  #parseTime(kind: (typeof timeNames)[number]): string {
    const { text, start } = this.#readQuotedOrPlainText(',');
    if (this.#text[this.#at] === ',') this.#throwProblem('timeList', this.#at, this.#at + 1);
    if (kind === 'last' && !DURATION.test(text)) this.#throwProblem('noDuration', start, this.#at);
    if (kind !== 'last' && parseTime(text, { now: Date.now() }) === undefined)
      this.#throwProblem('noTime', start, this.#at);
    return text.trim();
  }

  #readQuotedOrPlainText(separator?: string): WrittenText {
    const start = this.#at;
    if (this.#skipCharacterIfNext('"')) {
      const text = this.#readQuotedText(start);
      if (!this.#isEnd() && !this.#isAtWhitespace() && this.#text[this.#at] !== separator)
        this.#throwProblem('afterQuote', this.#at, this.#at + 1);
      return { text, isQuoted: true, start };
    }
    while (!this.#isEnd() && !this.#isAtWhitespace() && this.#text[this.#at] !== separator) {
      if (this.#text[this.#at] === '"') this.#throwProblem('quoteInside', this.#at, this.#at + 1);
      this.#at++;
    }
    const text = this.#text.slice(start, this.#at);
    if (text === '') this.#throwProblem('noValue', start, start);
    if (hasInvisible(text)) this.#throwProblem('invisible', start, this.#at);
    return { text, isQuoted: false, start };
  }

  #readQuotedText(start: number): string {
    let text = '';
    for (; !this.#isEnd(); this.#at++) {
      const character = this.#text[this.#at] ?? '';
      if (character === '"') {
        this.#at++;
        return text;
      }
      const next = this.#text[this.#at + 1];
      if (character === '\\' && (next === '"' || next === '\\')) {
        text += next;
        this.#at++;
      } else text += character;
    }
    return this.#throwProblem('unclosedQuote', start, this.#text.length);
  }

  #isEnd(): boolean {
    return this.#at >= this.#text.length;
  }
  #isAtWhitespace(): boolean {
    return BLANK.test(this.#text[this.#at] ?? '');
  }
  #skipCharacterIfNext(character: string): boolean {
    const isThere = this.#text[this.#at] === character;
    if (isThere) this.#at++;
    return isThere;
  }
  #failAtName(name: string): never {
    const suggestion = findNearestName(name, suggestedNames);
    throw new Unreadable({
      kind: 'unknownField',
      start: this.#at,
      end: this.#at + name.length,
      ...(suggestion === undefined ? {} : { suggestion }),
    });
  }
  #throwProblem(kind: ProblemKind, start: number, end: number): never {
    throw new Unreadable({ kind, start, end });
  }
}
