/** Where in the text of `.vaultsql/schema.json` a problem is. */
import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import type { SchemaProblem } from './schemaFile.ts';

/**
 * `start` and `end` in UTF-16 code units. The text must be the one that the problem was found in: only of JSON of bounded
 * depth is there a problem with a path.
 */
export function problemRange(
  text: string,
  problem: SchemaProblem,
): { readonly start: number; readonly end: number } {
  if (problem.kind === 'syntax') return { start: problem.offset, end: problem.offset + 1 };
  const tree = parseTree(text);
  const found = tree && findNodeAtLocation(tree, [...problem.path]);
  // An unknown property is marked at its name, anything else at its value.
  const node = problem.kind === 'unknown' ? found?.parent?.children?.[0] : found;
  return node ? { start: node.offset, end: node.offset + node.length } : { start: 0, end: 1 };
}
