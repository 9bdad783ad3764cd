/** Where in the text of `.vaultsql/schema.json` a problem is. */
import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';
import type { SchemaProblem } from './schemaFile.ts';

interface ProblemRange {
  /** In UTF-16 code units. */
  readonly start: number;
  readonly end: number;
}

/**
 * Finds the places of problems in a text, which is read once. It must be the one that they were found in: only of JSON of
 * bounded depth is there a problem with a path.
 */
export function problemRanges(text: string): (problem: SchemaProblem) => ProblemRange {
  let tree: Node | undefined;
  return (problem) => {
    if (problem.kind === 'syntax') return { start: problem.offset, end: problem.offset + 1 };
    tree ??= parseTree(text);
    const found = tree && findNodeAtLocation(tree, [...problem.path]);
    // An unknown property is marked at its name, anything else at its value.
    const node = problem.kind === 'unknown' ? found?.parent?.children?.[0] : found;
    return node ? { start: node.offset, end: node.offset + node.length } : { start: 0, end: 1 };
  };
}
