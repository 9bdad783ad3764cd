/** Converts JSON to nodes of a tree, with exact numbers and all keys in the order of the source. */
import { ExactNumber, isJsonObject, type JsonValue, keysOf } from '../../core/service/json.ts';
import { parseJson } from '../../core/service/parseJson.ts';
import type { Cell } from '../../protocol/results.ts';
import type { TreeNode } from './tree.ts';

/** Converts a name or a string value to the text that is displayed for it. */
type TextFormat = (text: string) => string;
const unchanged: TextFormat = (text) => text;

/**
 * Returns the cell that displays a value. The cell of an array or object contains only its size, as `[2]` or `{2}`. The
 * cells of null and of an empty string have no text.
 */
function createValueCell(value: JsonValue, formatText: TextFormat): Cell {
  if (value === null) return { k: 'null', t: '' };
  if (value === '') return { k: 'empty', t: '' };
  if (typeof value === 'string') return { k: 'text', t: formatText(value) };
  if (typeof value === 'boolean') return { k: 'boolean', t: String(value) };
  if (typeof value === 'number' || value instanceof ExactNumber) return { k: 'number', t: String(value) };
  return { k: 'object', t: isJsonObject(value) ? `{${keysOf(value).length}}` : `[${arrayLength(value)}]` };
}

const arrayLength = (value: JsonValue): number => (Array.isArray(value) ? value.length : 0);

function createNode(name: string, value: JsonValue, formatText: TextFormat): TreeNode {
  const children = createChildrenFactory(value, formatText);
  const node = { name: formatText(name), value: createValueCell(value, formatText) };
  return children ? { ...node, children } : node;
}

function createChildrenFactory(
  value: JsonValue,
  formatText = unchanged,
): (() => readonly TreeNode[]) | undefined {
  if (Array.isArray(value)) {
    const list: readonly JsonValue[] = value;
    return () => list.map((one, index) => createNode(String(index), one, formatText));
  }
  if (!isJsonObject(value)) return undefined;
  return () => keysOf(value).map((key) => createNode(key, value[key] ?? null, formatText));
}

/**
 * Returns the nodes of the members of a JSON array or object, an empty list if it has none. If `text` is any other JSON
 * value or not JSON, returns one node without a name whose value is the whole text. `formatText` converts names,
 * strings and that whole text for display.
 */
export function parseNodes(text: string, formatText = unchanged): readonly TreeNode[] {
  const parsed = parseJson(text);
  const children = parsed.ok ? createChildrenFactory(parsed.value, formatText) : undefined;
  return children?.() ?? [{ name: '', value: { k: 'text', t: formatText(text) } }];
}
