import { posix } from 'node:path';
import * as ts from 'typescript/unstable/ast';
import { type FunctionNode, isFunction, type ParsedSource, walk } from './parse.ts';
import { importsOf } from './sources.ts';

export interface Measured {
  /** `path name`; of a folder or a file its path. */
  readonly where: string;
  readonly count: number;
}

const longestFirst = (all: readonly Measured[]): readonly Measured[] =>
  all.toSorted((a, b) => b.count - a.count || (a.where < b.where ? -1 : 1));

/** Lines of every function, those of the functions in it included, the longest first. */
export function functionLines(sources: readonly ParsedSource[]): readonly Measured[] {
  const found: Measured[] = [];
  for (const { path, tree } of sources)
    walk(tree, (node) => {
      if (!isFunction(node) || !node.body) return;
      const first = tree.getLineAndCharacterOfPosition(node.getStart(tree)).line;
      const last = tree.getLineAndCharacterOfPosition(node.end).line;
      found.push({ where: `${path} ${functionName(node)}`, count: last - first + 1 });
    });
  return longestFirst(found);
}

/** A function's own name, or that of what it is the value of. */
function functionName(node: FunctionNode): string {
  if (ts.isConstructorDeclaration(node)) return 'constructor';
  if (!ts.isArrowFunction(node) && node.name) return node.name.getText();
  const { parent } = node;
  const named = ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent);
  return named ? parent.name.getText() : '(no name)';
}

/** Lines of every source, the longest first. */
export function fileLines(sources: readonly { readonly path: string; readonly text: string }[]) {
  return longestFirst(sources.map(({ path, text }) => ({ where: path, count: text.split('\n').length - 1 })));
}

/** Sources in every folder itself, the fullest first. */
export function folderFiles(sources: readonly { readonly path: string }[]): readonly Measured[] {
  const counts = new Map<string, number>();
  for (const { path } of sources) {
    const folder = posix.dirname(path);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return longestFirst([...counts].map(([where, count]) => ({ where, count })));
}

/**
 * Returns the place of every object literal that is spread into another one, such as `{ ...{ a, b }, c }`, as
 * `path:line` with lines counted from 1. Such a literal only packs several properties into one line.
 */
export function packedProperties(sources: readonly ParsedSource[]): readonly string[] {
  const found: string[] = [];
  for (const { path, tree } of sources)
    walk(tree, (node) => {
      if (!ts.isSpreadAssignment(node) || !ts.isObjectLiteralExpression(node.expression)) return;
      found.push(`${path}:${tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1}`);
    });
  return found;
}

/** The sources that a source imports when it runs: what only types are taken from is left out. */
function valueImports({ path, tree }: ParsedSource): readonly string[] {
  const found: string[] = [];
  walk(tree, (node) => {
    const specifier = valueImport(node);
    if (specifier?.startsWith('.')) found.push(posix.normalize(posix.join(posix.dirname(path), specifier)));
  });
  return found;
}

function valueImport(node: ts.Node): string | undefined {
  let from: ts.Node | undefined;
  if (ts.isImportDeclaration(node) && node.importClause?.phaseModifier !== ts.SyntaxKind.TypeKeyword)
    from = node.moduleSpecifier;
  if (ts.isExportDeclaration(node) && !node.isTypeOnly) from = node.moduleSpecifier;
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
    from = node.arguments[0];
  return from && ts.isStringLiteral(from) ? from.text : undefined;
}

/** Groups of sources that import each other when they run; each sorted by path. */
export const importCycles = (sources: readonly ParsedSource[]): readonly (readonly string[])[] =>
  cyclesOf(new Map(sources.map((source) => [source.path, valueImports(source)])));

/** Groups of sources that import each other, be it for types alone; each sorted by path. */
export const typeCycles = (
  sources: readonly { readonly path: string; readonly text: string }[],
): readonly (readonly string[])[] =>
  cyclesOf(
    new Map(
      sources.map(({ path, text }) => [
        path,
        importsOf(text)
          .filter((specifier) => specifier.startsWith('.'))
          .map((specifier) => posix.normalize(posix.join(posix.dirname(path), specifier))),
      ]),
    ),
  );

/** Groups of what leads back to itself, by Tarjan's algorithm. */
function cyclesOf(imports: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const open: string[] = [];
  const cycles: string[][] = [];
  const visit = (path: string): number => {
    const own = index.size;
    index.set(path, own);
    low.set(path, own);
    open.push(path);
    const next = imports.get(path) ?? [];
    for (const target of next) {
      if (!imports.has(target)) continue;
      const reached = index.has(target)
        ? open.includes(target)
          ? index.get(target)
          : undefined
        : visit(target);
      low.set(path, Math.min(low.get(path) ?? own, reached ?? own));
    }
    const lowest = low.get(path) ?? own;
    if (lowest === own) {
      const group = open.splice(open.indexOf(path));
      if (group.length > 1 || next.includes(path)) cycles.push(group.sort());
    }
    return lowest;
  };
  for (const path of imports.keys()) if (!index.has(path)) visit(path);
  return cycles;
}
