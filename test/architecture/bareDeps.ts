import * as ts from 'typescript/unstable/ast';
import { isFunction, type ParsedSource, walk } from './parse.ts';

/**
 * Where sources use the type `Deps` as a whole, as `path name`, where `name` is the function around it. A part of it, as
 * `Pick<Deps, 'log'>` or `Deps['log']`, is left out, and so is the whole in the entries: the functions that the composition
 * imports or a bundle exports.
 */
export function bareDeps(sources: readonly ParsedSource[]): readonly string[] {
  const entries = new Set(sources.flatMap(entriesNamedIn));
  return sources.flatMap(({ path, tree }) => {
    const found: string[] = [];
    walk(tree, (node) => {
      if (!isDeps(node) || isPart(node)) return;
      const around = namesAround(node);
      if (!around.some((name) => entries.has(name))) found.push(`${path} ${around[0] ?? ''}`.trim());
    });
    return found;
  });
}

/** The names that `features.ts` imports, or that a `bundle.ts` exports. */
function entriesNamedIn({ path, tree }: ParsedSource): readonly string[] {
  const isComposition = path === 'src/extension/app/features.ts';
  if (!isComposition && !/^src\/extension\/.+\/bundle\.ts$/.test(path)) return [];
  const names: string[] = [];
  walk(tree, (node) => {
    if (isComposition && ts.isImportSpecifier(node)) names.push(node.name.text);
    if (!isComposition && ts.isExportSpecifier(node)) names.push(node.name.text);
  });
  return names;
}

const isNamed = (node: ts.Node, name: string): boolean => ts.isIdentifier(node) && node.text === name;

const isDeps = (node: ts.Node): boolean =>
  (ts.isTypeReferenceNode(node) && isNamed(node.typeName, 'Deps')) ||
  (ts.isExpressionWithTypeArguments(node) && isNamed(node.expression, 'Deps'));

function isPart({ parent }: ts.Node): boolean {
  if (ts.isIndexedAccessTypeNode(parent)) return true;
  if (ts.isTypeReferenceNode(parent)) return isNamed(parent.typeName, 'Pick');
  return ts.isExpressionWithTypeArguments(parent) && isNamed(parent.expression, 'Pick');
}

/** Names of the functions, classes, and types around a node, the innermost first. */
function namesAround(node: ts.Node): readonly string[] {
  const names: string[] = [];
  for (let at = node.parent; !ts.isSourceFile(at); at = at.parent) {
    const name = nameOf(at);
    if (name && ts.isIdentifier(name)) names.push(name.text);
  }
  return names;
}

function nameOf(node: ts.Node): ts.Node | undefined {
  if (ts.isVariableDeclaration(node) || ts.isClassDeclaration(node)) return node.name;
  if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return node.name;
  return isFunction(node) && !ts.isArrowFunction(node) && !ts.isConstructorDeclaration(node)
    ? node.name
    : undefined;
}
