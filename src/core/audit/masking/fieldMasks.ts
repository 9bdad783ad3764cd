import type { FieldID } from '../table/fields.ts';
import { MASK, type MaskSql } from './mask.ts';
import { maskContent } from './maskedContent.ts';
import { maskQuoted } from './quotedText.ts';

type MaskValue = (value: string, maskSql: MaskSql) => string;

const unchanged: MaskValue = (value) => value;

/**
 * Maps each field to the function that masks its values. Two more entries are for the reads of a query, which may
 * contain misplaced literals: `level` masks an unknown REDACTION level, and `name` a table or column name with unusual
 * characters.
 */
const valueMasks: Readonly<Record<FieldID | 'level' | 'name', MaskValue>> = {
  time: unchanged,
  code: unchanged,
  actor: unchanged,
  ipAddress: unchanged,
  actionType: unchanged,
  content: (value, maskSql) => maskContent(value, maskSql),
  vaultID: unchanged,
  message: (value) => maskQuoted(value),
  apiName: unchanged,
  actorType: unchanged,
  accessType: unchanged,
  authMode: unchanged,
  method: unchanged,
  URI(value, maskSql) {
    const [path = '', ...parameters] = value.split('?');
    return [path, ...parameters.map((part) => maskContent(part, maskSql, false))].join('?');
  },
  resourceType: unchanged,
  tags: unchanged,
  resourceIDs: unchanged,
  workspaceID: unchanged,
  accountID: unchanged,
  parentAccountID: unchanged,
  requestID: unchanged,
  changeID: unchanged,
  traceID: unchanged,
  sessionID: unchanged,
  jwtID: unchanged,
  keyID: unchanged,
  bearerTokenContextID: unchanged,
  origin: unchanged,
  answeredAt: unchanged,
  answer: (value, maskSql) => maskContent(value, maskSql, false),
  level: (value, maskSql) => (maskSql(`'${value}'`) === `'${value}'` ? value : MASK),
  name(value, maskSql) {
    const quoted = value.startsWith('"') ? value : `"${value.replaceAll('"', '""')}"`;
    // In a SELECT list any quoted text is a name, so only the form of the name decides.
    const list = `SELECT ${quoted}`;
    return maskSql(list) === list ? value : MASK;
  },
};

const isMaskableField = (field: string): field is keyof typeof valueMasks => Object.hasOwn(valueMasks, field);

/**
 * Masks a value of `field`, which can be an event field, or `level` or `name` for a part of a read. Values of most
 * fields, and of any other `field`, are returned unchanged.
 */
export function maskFieldValue(field: string, value: string, maskSql: MaskSql): string {
  return isMaskableField(field) ? valueMasks[field](value, maskSql) : value;
}
