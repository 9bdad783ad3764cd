import {
  ExactNumber,
  getKeysInOrder,
  isJsonObject,
  type JsonValue,
  stringifyJson,
} from '../../service/json.ts';
import { decimalKey } from './decimal.ts';

export type ValueKind = 'number' | 'text' | 'boolean' | 'nested' | 'null' | 'absent';

export const valueKinds: readonly ValueKind[] = ['number', 'text', 'boolean', 'nested', 'null', 'absent'];

/** Returns the kind of a value. `undefined` means that the record has no such column (S35). */
export function kindOf(value: JsonValue | undefined): ValueKind {
  if (value === undefined) return 'absent';
  if (value === null) return 'null';
  if (typeof value === 'string') return 'text';
  if (typeof value === 'boolean') return 'boolean';
  return typeof value === 'number' || value instanceof ExactNumber ? 'number' : 'nested';
}

/**
 * Returns a text that is the same for equal values and different for unequal values. Numbers, also nested ones, are
 * equal if their exact values are equal (1.10 and 1.1). The order of the keys of nested objects does not matter.
 */
export function createValueKey(value: JsonValue | undefined): string {
  if (value === undefined) return 'a';
  if (value === null) return 'n';
  if (typeof value === 'string') return `t${value}`;
  if (typeof value === 'boolean') return value ? 'b1' : 'b0';
  if (typeof value === 'number') return `d${decimalKey(String(value))}`;
  return value instanceof ExactNumber ? `d${decimalKey(value.text)}` : `j${nestedKey(value)}`;
}

interface OpenValue {
  readonly close: string;
  readonly entries: readonly (readonly [prefix: string, value: JsonValue])[];
  next: number;
}

// A loop instead of recursion, because values may be nested a thousand levels deep.
function nestedKey(value: JsonValue): string {
  const parts: string[] = [];
  const stack: OpenValue[] = [];
  const pushOrOpenValue = (item: JsonValue): void => {
    if (Array.isArray(item)) {
      parts.push('[');
      stack.push({ close: ']', entries: item.map((one: JsonValue) => ['', one] as const), next: 0 });
    } else if (isJsonObject(item)) {
      parts.push('{');
      const keys = [...getKeysInOrder(item)].sort();
      stack.push({
        close: '}',
        entries: keys.map((key) => [`${JSON.stringify(key)}:`, item[key] ?? null] as const),
        next: 0,
      });
    } else {
      const scalar = typeof item === 'number' || item instanceof ExactNumber;
      parts.push(scalar ? decimalKey(String(item)) : stringifyJson(item));
    }
  };
  pushOrOpenValue(value);
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    const entry = top.entries[top.next];
    if (!entry) {
      stack.pop();
      parts.push(top.close);
      continue;
    }
    if (top.next++ > 0) parts.push(',');
    parts.push(entry[0]);
    pushOrOpenValue(entry[1]);
  }
  return parts.join('');
}
