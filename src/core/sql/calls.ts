/** Function calls: which functions there are, what is said of their arguments, and what may follow the call. */
import { redactionLevels, supportedFunctions } from './dialect.ts';
import type { Expecting } from './expression.ts';
import { type Frame, openFrame } from './frames.ts';
import type { Reader, ReadToken } from './reader.ts';

/**
 * At the `(` after a function's name, `first` to `last`. Only an unquoted, undotted name is one of the six:
 * whether the service takes `"count"(*)` or `pg_catalog.count(*)` the spec does not say, and nobody needs them.
 */
export function openCall(reader: Reader, first: ReadToken, last: ReadToken): Expecting {
  const supported = first === last && first.kind === 'word' && supportedFunctions.has(first.word);
  if (!supported) {
    reader.flagFunction(first, last);
    openFrame(reader, 'lenient', first === last ? first.word : '');
    readQuantifier(reader);
    return 'operand';
  }
  if (first.word !== 'REDACTION' && reader.depth === 1 && reader.clause === 'select') {
    reader.outline.aggregate = true;
  }
  openFrame(reader, 'arguments', first.word);
  readQuantifier(reader);
  return 'operand';
}

/** `COUNT(DISTINCT a)`, `COUNT(ALL a)`. */
function readQuantifier(reader: Reader): void {
  const { token } = reader;
  if (token.word === 'DISTINCT') reader.flag('DISTINCT', token);
  else if (token.word === 'ALL') reader.flag('SELECT ALL', token);
  else return;
  reader.next();
}

/** After the `)` of a supported function: the number of its arguments, and the level of REDACTION. */
export function checkArguments(reader: Reader, frame: Frame, closing: ReadToken): void {
  const opening = reader.tokenAt(frame.opener);
  const empty = opening.end === closing.start || reader.tokenAt(frame.opener + 1) === closing;
  const count = empty ? 0 : frame.commas + 1;
  const name = reader.tokenAt(frame.opener - 1);
  if (frame.name !== 'REDACTION') {
    const star = reader.tokenAt(frame.opener + 1).word === '*';
    if (count !== 1 || (star && frame.name !== 'COUNT')) reader.flag('ARGUMENTS', name, closing, 'arguments');
    return;
  }
  if (count === 0 || count > 2) reader.flag('ARGUMENTS', name, closing, 'arguments');
  let level: string | undefined;
  if (count === 2) {
    const token = reader.tokenAt(frame.second);
    const alone = reader.tokenAt(frame.second + 1) === closing;
    if (alone && token.kind === 'string') {
      level = reader.source(token).slice(1, -1).toUpperCase();
      if (!redactionLevels.has(level)) reader.flag('ARGUMENTS', token, token, 'redaction-level');
    } else if (!alone || token.kind !== 'placeholder') {
      reader.flag('ARGUMENTS', token, token, 'redaction-level');
    }
  }
  if (reader.settings.names) noteRedaction(reader, frame, level, name, closing);
}

function noteRedaction(
  reader: Reader,
  frame: Frame,
  level: string | undefined,
  name: ReadToken,
  closing: ReadToken,
): void {
  const start = reader.tokenAt(frame.opener + 1).start;
  const end = frame.second < 0 ? closing.start : reader.tokenAt(frame.second - 2).end;
  const column = reader.outline.columns.findLast((one) => one.start === start && one.end === end);
  reader.outline.redactions.push({
    start: name.start,
    end: closing.end,
    ...(column?.table === undefined ? {} : { table: column.table }),
    ...(column ? { column: column.name } : {}),
    ...(level === undefined ? {} : { level }),
  });
}

/** WITHIN GROUP, FILTER, OVER, IGNORE NULLS after a call. What stands inside WITHIN GROUP and OVER belongs to them. */
export function readCallSuffix(reader: Reader): Expecting {
  for (;;) {
    const { token } = reader;
    const next = reader.peek(1);
    if (token.word === 'WITHIN' && next.word === 'GROUP') {
      reader.flag('WITHIN GROUP', token, next);
      reader.next();
      reader.next();
      if (reader.token.word === '(') reader.skipBrackets();
      else reader.unexpected();
    } else if (token.word === 'FILTER' && next.word === '(') {
      reader.flag('FILTER', token);
      reader.next();
      openFrame(reader, 'filter');
      reader.expect('WHERE');
      return 'operand';
    } else if (token.word === 'OVER') {
      reader.flag('OVER', token);
      reader.next();
      if (reader.token.word === '(') reader.skipBrackets();
      else if (reader.token.kind === 'word' || reader.token.kind === 'quoted') reader.next();
      else reader.unexpected();
    } else if ((token.word === 'IGNORE' || token.word === 'RESPECT') && next.word === 'NULLS') {
      reader.flag('OVER', token, next);
      reader.next();
      reader.next();
    } else return 'operator';
  }
}
