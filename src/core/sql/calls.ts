/** Function calls: which functions there are, what is said of their arguments, and what may follow the call. */

import * as can from './abilities.ts';
import { redactionLevels, supportedFunctions } from './dialect.ts';
import type { Expecting } from './expression.ts';
import { type Frame, openFrame } from './frames.ts';
import type { Reader } from './reader.ts';

/**
 * At the `(` after a function's name, token `first` to `last`. Only an unquoted, undotted name is one of the six:
 * whether the service takes `"count"(*)` or `pg_catalog.count(*)` the spec does not say, and nobody needs them.
 */
export function openCall(reader: Reader, first: number, last = reader.at - 1): Expecting {
  const name = first === last ? reader.ahead(-1) : '';
  const supported = supportedFunctions.has(name);
  if (!supported) reader.flagFunction(first, last);
  else if (name !== 'REDACTION' && reader.depth === 1 && reader.clause === 'select') {
    reader.outline.aggregate = true;
  }
  openFrame(reader, supported ? 'arguments' : 'lenient', name);
  if (reader.sort === 'DISTINCT' || reader.sort === 'ALL') {
    reader.flag(reader.sort === 'ALL' ? 'SELECT ALL' : 'DISTINCT');
    reader.next();
  }
  return 'operand';
}

/** After the `)` of a supported function: the number of its arguments, and the level of REDACTION. */
export function checkArguments(
  reader: Reader,
  { opener, name, commas, second }: Frame,
  closing: number,
): void {
  const first = opener + 1;
  const count = first === closing ? 0 : commas + 1;
  const isRedaction = name === 'REDACTION';
  const star =
    reader.startOf(first) + 1 === reader.startOf(closing) && reader.text[reader.startOf(first)] === '*';
  if (count !== 1 && (count !== 2 || !isRedaction))
    reader.flag('ARGUMENTS', opener - 1, closing, 'arguments');
  else if (star && name !== 'COUNT') reader.flag('ARGUMENTS', opener - 1, closing, 'arguments');
  if (!isRedaction) return;
  let level: string | undefined;
  if (count === 2) {
    const isString = second + 1 === closing && reader.ahead(second - reader.at) === 'string';
    if (isString) level = reader.sourceOf(second).slice(1, -1).toUpperCase();
    const isPlaceholder = reader.ahead(second - reader.at) === 'placeholder';
    if (!isPlaceholder && !redactionLevels.has(level ?? '')) {
      reader.flag('ARGUMENTS', second, second, 'redaction-level');
    }
  }
  if (!reader.settings.names) return;
  const column = reader.outline.columns.findLast((one) => one.start === reader.startOf(first));
  reader.outline.redactions.push({
    start: reader.startOf(opener - 1),
    end: reader.endOf(closing),
    ...(column?.table !== undefined && { table: column.table }),
    ...(column && { column: column.name }),
    ...(level !== undefined && { level }),
  });
}

/** WITHIN GROUP, FILTER, OVER, IGNORE NULLS after a call. What stands inside WITHIN GROUP and OVER belongs to them. */
export function readCallSuffix(reader: Reader): Expecting {
  for (;;) {
    const next = reader.ahead(1);
    switch (reader.sort) {
      case 'WITHIN':
        if (next !== 'GROUP') return 'operator';
        reader.flag('WITHIN GROUP', reader.at, reader.at + 1);
        reader.next(2);
        if (!reader.skipBrackets()) reader.unexpected();
        break;
      case 'FILTER':
        if (next !== '(') return 'operator';
        reader.flag('FILTER');
        reader.next();
        openFrame(reader, 'filter');
        reader.expect('WHERE');
        return 'operand';
      case 'IGNORE':
      case 'RESPECT':
        if (next !== 'NULLS') return 'operator';
        reader.next(2);
        break;
      case 'OVER':
        reader.flag('OVER');
        reader.next();
        if (reader.skipBrackets()) break;
        if (reader.can(can.nameColumn)) reader.next();
        else reader.unexpected();
        break;
      default:
        return 'operator';
    }
  }
}
