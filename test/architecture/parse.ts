import * as ts from 'typescript/unstable/ast';
import { createVirtualFileSystem } from 'typescript/unstable/fs';
import { API } from 'typescript/unstable/sync';
import type { Source } from './sources.ts';

export interface ParsedSource extends Source {
  readonly tree: ts.SourceFile;
}

/** The syntax trees of sources, by the compiler; nothing is read from disk and no import is followed. */
export function parse(sources: readonly Source[]): readonly ParsedSource[] {
  const config = {
    compilerOptions: {
      noLib: true,
      noResolve: true,
      types: [],
      allowImportingTsExtensions: true,
      noEmit: true,
    },
    files: sources.map(({ path }) => path),
  };
  const files = Object.fromEntries(sources.map(({ path, text }) => [`/${path}`, text]));
  const fs = createVirtualFileSystem({ ...files, '/tsconfig.json': JSON.stringify(config) });
  const api = new API({ cwd: '/', fs });
  try {
    const project = api.updateSnapshot({ openProjects: ['/tsconfig.json'] }).getProject('/tsconfig.json');
    return sources.map((source) => {
      const tree = project?.program.getSourceFile(`/${source.path}`);
      if (!tree) throw new Error(`the compiler gives no tree of ${source.path}`);
      return { ...source, tree };
    });
  } finally {
    api.close();
  }
}

/** Calls `visit` with a node and all below it, from the outside in. */
export function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  node.forEachChild((child) => walk(child, visit));
}

export type FunctionNode =
  | ts.FunctionDeclaration
  | ts.FunctionExpression
  | ts.ArrowFunction
  | ts.MethodDeclaration
  | ts.ConstructorDeclaration
  | ts.GetAccessorDeclaration
  | ts.SetAccessorDeclaration;

/** Whether a node is a function of any form. */
export function isFunction(node: ts.Node): node is FunctionNode {
  return (
    ts.isFunctionDeclaration(node) ||
    ts.isFunctionExpression(node) ||
    ts.isArrowFunction(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isConstructorDeclaration(node) ||
    ts.isGetAccessorDeclaration(node) ||
    ts.isSetAccessorDeclaration(node)
  );
}
