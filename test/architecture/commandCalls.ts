import * as ts from 'typescript/unstable/ast';
import { type ParsedSource, walk } from './parse.ts';

/**
 * Where sources name a command of ours by its ID, as `path id`, other than to define it (a property of a table of handlers)
 * or to hand it to the editor (a property `command` of a tree item, a code lens, or a status bar item).
 */
export function commandCalls(sources: readonly ParsedSource[], ids: ReadonlySet<string>): readonly string[] {
  return sources.flatMap(({ path, tree }) => {
    const found: string[] = [];
    walk(tree, (node) => {
      if (ts.isStringLiteral(node) && ids.has(node.text) && !isGivenToEditor(node))
        found.push(`${path} ${node.text}`);
    });
    return found;
  });
}

function isGivenToEditor(node: ts.StringLiteral): boolean {
  const { parent } = node;
  if (ts.isPropertyAssignment(parent))
    return parent.name === node || (ts.isIdentifier(parent.name) && parent.name.text === 'command');
  return (
    ts.isBinaryExpression(parent) &&
    ts.isPropertyAccessExpression(parent.left) &&
    parent.left.name.text === 'command'
  );
}
