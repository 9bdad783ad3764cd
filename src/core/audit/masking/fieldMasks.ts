import type { FieldID } from '../table/fields.ts';
import { MASK, type MaskSql } from './mask.ts';
import { maskedText } from './masked.ts';
import { maskQuoted } from './quotedText.ts';

type MaskValue = (value: string, maskSql: MaskSql) => string;

/** The service's own record, into which no literal can get. */
const asItIs: MaskValue = (value) => value;

/**
 * How values are masked by field, and those of who read what: an unknown level of REDACTION (`level`), and a `name` of
 * a table or column that needs quotes, may be a literal that was put in its place.
 */
const valueMasks: Readonly<Record<FieldID | 'level' | 'name', MaskValue>> = {
  time: asItIs,
  code: asItIs,
  actor: asItIs,
  ipAddress: asItIs,
  actionType: asItIs,
  content: (value, maskSql) => maskedText(value, maskSql),
  vaultID: asItIs,
  message: (value) => maskQuoted(value),
  apiName: asItIs,
  actorType: asItIs,
  accessType: asItIs,
  authMode: asItIs,
  method: asItIs,
  URI(value, maskSql) {
    const [path = '', ...parameters] = value.split('?');
    return [path, ...parameters.map((part) => maskedText(part, maskSql, false))].join('?');
  },
  resourceType: asItIs,
  tags: asItIs,
  resourceIDs: asItIs,
  workspaceID: asItIs,
  accountID: asItIs,
  parentAccountID: asItIs,
  requestID: asItIs,
  changeID: asItIs,
  traceID: asItIs,
  sessionID: asItIs,
  jwtID: asItIs,
  keyID: asItIs,
  bearerTokenContextID: asItIs,
  origin: asItIs,
  answeredAt: asItIs,
  answer: (value, maskSql) => maskedText(value, maskSql, false),
  level: (value, maskSql) => (maskSql(`'${value}'`) === `'${value}'` ? value : MASK),
  name(value, maskSql) {
    const quoted = value.startsWith('"') ? value : `"${value.replaceAll('"', '""')}"`;
    // In a SELECT list anything is a name, so that only the look of the name decides.
    const list = `SELECT ${quoted}`;
    return maskSql(list) === list ? value : MASK;
  },
};

const hasMask = (field: string): field is keyof typeof valueMasks => Object.hasOwn(valueMasks, field);

/**
 * A value without the event it is of, whose literals are then not known. `field` is one of `valueMasks`; a filter of the
 * service or a text searched for, which the user entered, stays as it is.
 */
export function maskedValue(field: string, value: string, maskSql: MaskSql): string {
  return hasMask(field) ? valueMasks[field](value, maskSql) : value;
}
