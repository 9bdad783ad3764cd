/** JSON as nodes of a tree: exact numbers, keys in the order of the source, whatever they are called. */
import { ExactNumber, isJsonObject, type JsonValue, keysOf, parseJson } from '../../core/api/json.ts';
import type { Cell } from '../../protocol/results.ts';
import type { TreeNode } from './tree.ts';

/** Of a list or an object its size, of everything else the value. */
function cellOf(value: JsonValue): Cell {
  if (value === null) return { k: 'null', t: '' };
  if (value === '') return { k: 'empty', t: '' };
  if (typeof value === 'string') return { k: 'text', t: value };
  if (typeof value === 'boolean') return { k: 'boolean', t: String(value) };
  if (typeof value === 'number' || value instanceof ExactNumber) return { k: 'number', t: String(value) };
  return { k: 'object', t: isJsonObject(value) ? `{${keysOf(value).length}}` : `[${sizeOf(value)}]` };
}

const sizeOf = (value: JsonValue): number => (Array.isArray(value) ? value.length : 0);

function nodeOf(name: string, value: JsonValue): TreeNode {
  const children = childrenOf(value);
  return children ? { name, value: cellOf(value), children } : { name, value: cellOf(value) };
}

/** The branch below a list or an object; undefined for a value without one. */
export function childrenOf(value: JsonValue): (() => readonly TreeNode[]) | undefined {
  if (Array.isArray(value)) {
    const list: readonly JsonValue[] = value;
    return () => list.map((one, index) => nodeOf(String(index), one));
  }
  if (!isJsonObject(value)) return undefined;
  return () => keysOf(value).map((key) => nodeOf(key, value[key] ?? null));
}

/** The nodes of a JSON text; of a text that is no list or object one node that shows it whole. */
export function nodesOfText(text: string): readonly TreeNode[] {
  const parsed = parseJson(text);
  const children = parsed.ok ? childrenOf(parsed.value) : undefined;
  return children?.() ?? [{ name: '', value: { k: 'text', t: text } }];
}
