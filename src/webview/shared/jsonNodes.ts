/** JSON as nodes of a tree: exact numbers, keys in the order of the source, whatever they are called. */
import { ExactNumber, isJsonObject, type JsonValue, keysOf } from '../../core/service/json.ts';
import { parseJson } from '../../core/service/parseJson.ts';
import type { Cell } from '../../protocol/results.ts';
import type { TreeNode } from './tree.ts';

/** How names and texts are drawn. */
type Look = (text: string) => string;
const asIs: Look = (text) => text;

/** Of a list or an object its size, of everything else the value. */
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

/** The branch below a list or an object; undefined for a value without one. */
function childrenOf(value: JsonValue, look = asIs): (() => readonly TreeNode[]) | undefined {
  if (Array.isArray(value)) {
    const list: readonly JsonValue[] = value;
    return () => list.map((one, index) => nodeOf(String(index), one, look));
  }
  if (!isJsonObject(value)) return undefined;
  return () => keysOf(value).map((key) => nodeOf(key, value[key] ?? null, look));
}

/** The nodes of a JSON text, with each name and string as `look` has it; of a text that is no list or object one node that shows it whole. */
export function nodesOfText(text: string, look = asIs): readonly TreeNode[] {
  const parsed = parseJson(text);
  const children = parsed.ok ? childrenOf(parsed.value, look) : undefined;
  return children?.() ?? [{ name: '', value: { k: 'text', t: look(text) } }];
}
