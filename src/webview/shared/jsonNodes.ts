import { ExactNumber, getKeysInOrder, isJsonObject, type JsonValue } from '../../core/service/json.ts';
import { parseJson } from '../../core/service/parseJson.ts';
import type { Cell } from '../../protocol/results.ts';
import type { TreeNode } from './tree.ts';

type TextFormat = (text: string) => string;
const unchanged: TextFormat = (text) => text;

function createValueCell(value: JsonValue, formatText: TextFormat): Cell {
  if (value === null) return { k: 'null', t: '' };
  if (value === '') return { k: 'empty', t: '' };
  if (typeof value === 'string') return { k: 'text', t: formatText(value) };
  if (typeof value === 'boolean') return { k: 'boolean', t: String(value) };
  if (typeof value === 'number' || value instanceof ExactNumber) return { k: 'number', t: String(value) };
  return {
    k: 'object',
    t: isJsonObject(value) ? `{${getKeysInOrder(value).length}}` : `[${getArrayLengthOrZero(value)}]`,
  };
}

const getArrayLengthOrZero = (value: JsonValue): number => (Array.isArray(value) ? value.length : 0);

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
  return () => getKeysInOrder(value).map((key) => createNode(key, value[key] ?? null, formatText));
}

/**
 * Parses a JSON array or object and returns one node for each of its members. Text that is another JSON value, or that
 * `parseJson` rejects, becomes a single node without a name. `formatText` converts names and text values for display.
 */
export function parseJsonTreeNodes(text: string, formatText = unchanged): readonly TreeNode[] {
  const parsed = parseJson(text);
  const children = parsed.ok ? createChildrenFactory(parsed.value, formatText) : undefined;
  return children?.() ?? [{ name: '', value: { k: 'text', t: formatText(text) } }];
}
