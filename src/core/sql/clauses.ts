/** The smaller clauses. GROUP BY, ORDER BY and the like are flagged once; the words that only they have are not. */
import { pageSize } from './dialect.ts';
import { readExpression } from './expression.ts';
import type { PageClause } from './outline.ts';
import type { Reader, ReadToken } from './reader.ts';

/** At `GROUP` or `ORDER`: takes it with its BY; false, and a syntax error, where BY is missing. */
function readBy(reader: Reader): boolean {
  const { token } = reader;
  const next = reader.peek(1);
  reader.next();
  if (next.word !== 'BY') {
    reader.unexpected();
    return false;
  }
  reader.flag(`${token.word} BY`, token, next);
  reader.next();
  return true;
}

export function readGroupBy(reader: Reader): void {
  if (!readBy(reader)) return;
  if (reader.token.word === 'ALL' || reader.token.word === 'DISTINCT') reader.next();
  for (;;) {
    readExpression(reader, 'group');
    if (!reader.accept(',')) return;
  }
}

export function readOrderBy(reader: Reader): void {
  if (!readBy(reader)) return;
  for (;;) {
    readExpression(reader, 'order');
    if (reader.accept('USING')) reader.next();
    else if (reader.token.word === 'ASC' || reader.token.word === 'DESC') reader.next();
    if (reader.token.word === 'NULLS') {
      reader.next();
      if (!reader.accept('FIRST') && !reader.accept('LAST')) reader.unexpected();
    }
    if (!reader.accept(',')) return;
  }
}

/** `WINDOW w AS (…), …`: the definitions belong to it. */
export function readWindow(reader: Reader): void {
  reader.flag('WINDOW', reader.token);
  do {
    reader.next();
    reader.next();
    if (reader.expect('AS') && reader.token.word === '(') reader.skipBrackets();
  } while (reader.token.word === ',');
}

/** SELECT INTO makes a table; how the rest reads in the dialect it comes from is of no interest. */
export function readInto(reader: Reader): void {
  reader.flag('INTO', reader.token);
  reader.muted = true;
  reader.next();
  while (['TEMPORARY', 'TEMP', 'LOCAL', 'GLOBAL', 'UNLOGGED', 'TABLE'].includes(reader.token.word))
    reader.next();
  reader.next();
  while (reader.accept('.')) reader.next();
}

const textNumber = (reader: Reader, token: ReadToken): number =>
  Number(reader.source(token).replaceAll('_', ''));

/** After the keyword: the number, and what there is to say about it. */
function readAmount(reader: Reader, keyword: ReadToken): PageClause {
  const value = reader.token;
  readExpression(reader, 'limit');
  const last = reader.previous;
  if (last !== value || (value.kind !== 'number' && value.kind !== 'placeholder')) {
    if (last.start >= value.start) reader.flag('LIMIT EXPRESSION', value, last);
  } else if (value.kind === 'number' && !Number.isInteger(textNumber(reader, value))) {
    reader.flag('LIMIT EXPRESSION', value);
  }
  return {
    start: keyword.start,
    end: last.end,
    value: { start: value.start, end: Math.max(value.start, last.end) },
  };
}

export function readLimit(reader: Reader, outer: boolean): void {
  const keyword = reader.token;
  reader.next();
  const value = reader.token;
  if (value.word === 'ALL') {
    reader.flag('LIMIT ALL', value);
    reader.next();
    if (outer) reader.outline.limit = { start: keyword.start, end: value.end, value };
  } else {
    const clause = readAmount(reader, keyword);
    if (outer) {
      reader.outline.limit ??= clause;
      reportOverPage(reader, value);
    }
  }
  if (reader.token.word === ',') {
    reader.unexpected('limit-comma');
    reader.next();
    readExpression(reader, 'limit');
  }
}

/** Spec 8: one answer has 25 records at most, the rest comes by OFFSET (rule 7). */
function reportOverPage(reader: Reader, value: ReadToken): void {
  if (value.kind !== 'number') return;
  const limit = textNumber(reader, value);
  const size = reader.settings.pageSize || pageSize;
  if (!(limit > size)) return;
  reader.findings.push({
    code: 'limit-over-page',
    severity: 'information',
    start: value.start,
    end: value.end,
    construct: 'LIMIT',
    data: { limit, pageSize: size },
  });
}

export function readOffset(reader: Reader, outer: boolean): void {
  const keyword = reader.token;
  reader.next();
  const clause = readAmount(reader, keyword);
  if (outer) reader.outline.offset ??= clause;
  const { token } = reader;
  if (token.word === 'ROW' || token.word === 'ROWS') {
    reader.flag(token.word, token);
    reader.next();
  }
}

/** `FETCH FIRST 5 ROWS ONLY`, `FETCH NEXT ROW WITH TIES`. */
export function readFetch(reader: Reader): void {
  const { token } = reader;
  const next = reader.peek(1);
  reader.next();
  if (next.word !== 'FIRST' && next.word !== 'NEXT') {
    reader.unexpected();
    return;
  }
  reader.flag(`FETCH ${next.word}`, token, next);
  reader.next();
  if (reader.token.word !== 'ROW' && reader.token.word !== 'ROWS') readExpression(reader, 'limit');
  if (!reader.accept('ROW') && !reader.accept('ROWS')) {
    reader.unexpected();
    return;
  }
  if (reader.accept('ONLY')) return;
  if (reader.expect('WITH')) reader.expect('TIES');
}

/** `FOR UPDATE OF t SKIP LOCKED` and its kin. */
export function readForLocking(reader: Reader): void {
  const first = reader.token;
  const words = ['UPDATE', 'SHARE', 'NO KEY UPDATE', 'KEY SHARE', 'READ ONLY'];
  const strength = words.find((phrase) =>
    phrase.split(' ').every((word, index) => reader.peek(index + 1).word === word),
  );
  reader.next();
  if (strength === undefined) {
    reader.unexpected();
    return;
  }
  for (const _ of strength.split(' ')) reader.next();
  reader.flag(`FOR ${strength}`, first, reader.previous);
  if (reader.accept('OF')) {
    do {
      reader.next();
      while (reader.accept('.')) reader.next();
    } while (reader.accept(','));
  }
  if (reader.accept('SKIP')) reader.expect('LOCKED');
  else reader.accept('NOWAIT');
}
