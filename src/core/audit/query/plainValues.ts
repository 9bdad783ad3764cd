/** Interprets values that are written in a question without quotation marks. */

import { hasInvisible } from '../../service/invisible.ts';
import type { FieldID } from '../table/fields.ts';
import type { QueryValue, ReadPart, StatusComparison } from './auditQuery.ts';
import { isNetwork } from './networks.ts';

const levelNames: ReadonlyMap<string, string> = new Map([['plain', 'PLAIN_TEXT']]);

/**
 * Why a value can't be read. `status`: not a status code, a class such as `4xx`, or a comparison such as `>=400`.
 * `comparison`: begins with `<` or `>`, but is not for status codes. `network`: contains `/`, but is not a network in
 * CIDR notation.
 */
export type ValueProblem = 'status' | 'comparison' | 'network';

/**
 * Interprets `text`, which is written without quotation marks as a value of a field or of a part of a read. Returns the
 * value, or the reason why it can't be read.
 */
export function parsePlainValue(name: FieldID | ReadPart, text: string): QueryValue | ValueProblem {
  if (text === 'absent' && name !== 'table' && name !== 'column') return { kind: 'absent' };
  if (name === 'level') {
    if (text.toLowerCase() === 'none') return { kind: 'absent' };
    const level = levelNames.get(text.toLowerCase());
    if (level !== undefined) return { kind: 'text', text: level };
  }
  if (/^[<>]/.test(text)) return name === 'code' ? parseComparison(text) : 'comparison';
  if (text.includes('*')) return { kind: 'pattern', parts: text.split('*') };
  if (name === 'code') return parseStatus(text);
  if (name === 'ipAddress' && text.includes('/'))
    return isNetwork(text) ? { kind: 'network', cidr: text } : 'network';
  return { kind: 'text', text };
}

function parseComparison(text: string): QueryValue | ValueProblem {
  const [, comparison, code] = /^([<>]=?)(\d{1,9})$/.exec(text) ?? [];
  return comparison === undefined
    ? 'status'
    : { kind: 'status', comparison: comparison as StatusComparison, code: Number(code) };
}

function parseStatus(text: string): QueryValue | ValueProblem {
  const [, digit] = /^(\d)xx$/i.exec(text) ?? [];
  if (digit !== undefined) return { kind: 'statusClass', digit: Number(digit) };
  return /^\d{1,9}$/.test(text) ? { kind: 'text', text } : 'status';
}

/**
 * Whether `text` written without quotation marks, as a value of a field or of a part of a read, means exactly this
 * text.
 */
export function isPlainValue(name: FieldID | ReadPart, text: string): boolean {
  if (!/^[^\s",]+$/.test(text) || hasInvisible(text)) return false;
  const value = parsePlainValue(name, text);
  return typeof value === 'object' && value.kind === 'text' && value.text === text;
}
