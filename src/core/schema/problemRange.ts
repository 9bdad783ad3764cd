import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';
import type { SchemaProblem } from './schemaFile.ts';

interface ProblemRange {
  /** Offset in UTF-16 code units. `end` is exclusive. */
  readonly start: number;
  readonly end: number;
}

/**
 * Returns a function that returns the range of a problem in `text`, the text of the schema file with the problem. For a
 * problem that can't be located, it returns the range of the first character.
 */
export function createProblemLocator(text: string): (problem: SchemaProblem) => ProblemRange {
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
