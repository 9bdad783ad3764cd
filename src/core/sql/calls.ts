/** Function calls: which functions there are, what is said of their arguments, and what may follow the call. */

import * as can from './abilities.ts';
import { findChecked, redactionLevels } from './dialect.ts';
import { type Frame, openFrame } from './frames.ts';
import * as reader from './reader.ts';
import * as states from './states.ts';

/**
 * At the `(` after a function's name, token `first` to `last`. Only an unquoted, undotted name is one of the six:
 * whether the service takes `"count"(*)` or `pg_catalog.count(*)` the spec does not say, and nobody needs them.
 */
export function openCall(first: number, last = reader.at - 1): states.Expecting {
  const name = first === last ? reader.peek(-1) : '';
  const isSupported = findChecked(name)?.role === 'call';
  if (!isSupported) reader.flagFunction(first, last);
  else if (name !== 'REDACTION' && reader.isOutermost() && reader.clause === states.IN_TARGETS) {
    reader.outline.aggregate = true;
  }
  openFrame(isSupported ? states.ARGUMENTS : states.LENIENT, name);
  reader.take('DISTINCT', 'arguments') || reader.takeAs('SELECT ALL', ['ALL']);
  return states.OPERAND;
}

/** After the `)` of a supported function: the number of its arguments, and the level of REDACTION. */
export function checkArguments({ opener, name, commas, second }: Frame, closing: number): void {
  const first = opener + 1;
  const isRedaction = name === 'REDACTION';
  const hasLevel = isRedaction && commas === 1;
  const isStar = first + 1 === closing && reader.sourceOf(first) === '*';
  if (first === closing || (commas > 0 && !hasLevel) || (isStar && name !== 'COUNT')) {
    reader.flag('ARGUMENTS', opener - 1, closing, 'arguments');
  }
  if (!isRedaction) return;
  const sort = reader.peek(second - reader.at);
  const isText = sort === 'string' && second + 1 === closing;
  const level = isText ? reader.sourceOf(second).slice(1, -1).toUpperCase() : undefined;
  if (hasLevel && sort !== 'placeholder' && !redactionLevels.has(level ?? '')) {
    reader.flag('ARGUMENTS', second, second, 'redaction-level');
  }
  if (reader.settings.names) {
    const call = reader.range(opener - 1, closing);
    reader.outline.redactions.push({ ...call, argument: reader.startOf(first), level });
  }
}

/** WITHIN GROUP, FILTER, OVER, IGNORE NULLS after a call. What stands inside WITHIN GROUP and OVER belongs to them. */
export function readCallSuffix(): states.Expecting {
  for (;;) {
    const after = reader.peek(1);
    if (after === '(' && reader.take('FILTER')) {
      openFrame(states.FILTER);
      reader.expect('WHERE');
      return states.OPERAND;
    }
    if (reader.take('WITHIN GROUP')) {
      if (!reader.skipBrackets()) reader.unexpected();
    } else if (after === 'NULLS' && (reader.is('IGNORE') || reader.is('RESPECT'))) reader.next(2);
    else if (reader.take('OVER')) {
      if (!reader.skipBrackets()) reader.expectName(can.nameColumn);
    } else return states.OPERATOR;
  }
}
