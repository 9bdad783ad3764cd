/** Converts JSON to nodes of a tree, with exact numbers and all keys in the order of the source. */
import { ExactNumber, isJsonObject, type JsonValue, keysOf } from '../../core/service/json.ts';
import { parseJson } from '../../core/service/parseJson.ts';
import type { Cell } from '../../protocol/results.ts';
import type { TreeNode } from './tree.ts';

/** Returns the text to display for a name or a string value. */
type Look = (text: string) => string;
const asIs: Look = (text) => text;

/** Returns the cell of a node: the size of an array or object, or any other value itself. */
function cellOf(value: JsonValue, look: Look): Cell {
  if (value === null) return { k: 'null', t: '' };
  if (value === '') return { k: 'empty', t: '' };
  if (typeof value === 'string') return { k: 'text', t: look(value) };
  if (typeof value === 'boolean') return { k: 'boolean', t: String(value) };
  if (typeof value === 'number' || value instanceof ExactNumber) return { k: 'number', t: String(value) };
  return { k: 'object', t: isJsonObject(value) ? `{${keysOf(value).length}}` : `[${sizeOf(value)}]` };
}

const sizeOf = (value: JsonValue): number => (Array.isArray(value) ? value.length : 0);

function nodeOf(name: string, value: JsonValue, look: Look): TreeNode {
  const children = childrenOf(value, look);
  const node = { name: look(name), value: cellOf(value, look) };
  return children ? { ...node, children } : node;
}

/** Returns a function that creates the nodes below an array or object; undefined for any other value. */
function childrenOf(value: JsonValue, look = asIs): (() => readonly TreeNode[]) | undefined {
  if (Array.isArray(value)) {
    const list: readonly JsonValue[] = value;
    return () => list.map((one, index) => nodeOf(String(index), one, look));
  }
  if (!isJsonObject(value)) return undefined;
  return () => keysOf(value).map((key) => nodeOf(key, value[key] ?? null, look));
}

/**
 * Returns the top-level nodes of a JSON array or object. If `text` is any other JSON value or not JSON, returns one
 * node with the whole text. `look` converts each name and string for display.
 */
export function nodesOfText(text: string, look = asIs): readonly TreeNode[] {
  const parsed = parseJson(text);
  const children = parsed.ok ? childrenOf(parsed.value, look) : undefined;
  return children?.() ?? [{ name: '', value: { k: 'text', t: look(text) } }];
}
