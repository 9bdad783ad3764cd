import * as ts from 'typescript/unstable/ast';
import { isFunction, type ParsedSource, walk } from './parse.ts';

/** Methods that change what they are called on. */
const changing: ReadonlySet<string> = new Set(
  'set add delete clear push pop shift unshift splice sort reverse fill copyWithin'.split(' '),
);

/**
 * State of modules, as `path name`: a `let` outside of functions, a `const` whose content is changed, what a
 * `create…` function or a class of ours made (its state lives as long as the module), and a static property that
 * can be set. The entry of a program exports nothing: what it puts together is the program.
 */
export function moduleState(sources: readonly ParsedSource[]): readonly string[] {
  return sources.flatMap((source) => stateOf(source).map((name) => `${source.path} ${name}`));
}

function stateOf({ tree }: ParsedSource): readonly string[] {
  const found = new Set<string>();
  const constants = new Set<string>();
  const isEntry = !tree.statements.some(
    (statement) => ts.isExportDeclaration(statement) || isExported(statement),
  );
  for (const { list, declaration } of moduleVariables(tree)) {
    const names = boundNames(declaration.name);
    if ((list.flags & ts.NodeFlags.Const) === 0) for (const name of names) found.add(name);
    else if (!isEntry && makesState(declaration.initializer)) for (const name of names) found.add(name);
    for (const name of names) constants.add(name);
  }
  for (const name of changedNames(tree)) if (constants.has(name)) found.add(name);
  walk(tree, (node) => {
    if (isSettableStatic(node)) found.add(node.name.getText(tree));
  });
  return [...found];
}

interface ModuleVariable {
  readonly list: ts.VariableDeclarationList;
  readonly declaration: ts.VariableDeclaration;
}

function moduleVariables(tree: ts.SourceFile): readonly ModuleVariable[] {
  return tree.statements
    .filter((statement) => ts.isVariableStatement(statement))
    .flatMap(({ declarationList: list }) => list.declarations.map((declaration) => ({ list, declaration })));
}

const isExported = (statement: ts.Node): boolean =>
  'modifiers' in statement &&
  ((statement.modifiers as readonly ts.Node[] | undefined) ?? []).some(
    ({ kind }) => kind === ts.SyntaxKind.ExportKeyword,
  );

/** The names that a declaration binds, by destructuring too. */
function boundNames(name: ts.Node): readonly string[] {
  if (ts.isIdentifier(name)) return [name.text];
  const names: string[] = [];
  name.forEachChild((element) => {
    if (ts.isBindingElement(element) && element.name) names.push(...boundNames(element.name));
  });
  return names;
}

/** Classes of the platform whose instances the other rule looks after. */
const plain: ReadonlySet<string> = new Set(
  'Map Set Array RegExp Date URL Error TextEncoder Uint8Array Uint16Array Uint32Array Int32Array Float64Array'.split(
    ' ',
  ),
);

/** Whether a value is made by a `create…` function, or an instance of a class that is no plain collection. */
function makesState(value: ts.Node | undefined): boolean {
  if (!value) return false;
  if (ts.isCallExpression(value))
    return ts.isIdentifier(value.expression) && /^create[A-Z]/.test(value.expression.text);
  return ts.isNewExpression(value) && ts.isIdentifier(value.expression) && !plain.has(value.expression.text);
}

function isSettableStatic(node: ts.Node): node is ts.PropertyDeclaration {
  if (!ts.isPropertyDeclaration(node)) return false;
  const kinds = (node.modifiers ?? []).map(({ kind }) => kind);
  return kinds.includes(ts.SyntaxKind.StaticKeyword) && !kinds.includes(ts.SyntaxKind.ReadonlyKeyword);
}

/**
 * Names whose content a function changes, where neither it nor one around it has its own of that name. What a module
 * fills while it is loaded is no state.
 */
function changedNames(tree: ts.SourceFile): ReadonlySet<string> {
  const changed = new Set<string>();
  const visit = (node: ts.Node, own: ReadonlySet<string> | undefined): void => {
    const inside = isFunction(node) || own ? new Set([...(own ?? []), ...ownNames(node)]) : undefined;
    const name = inside && changedBy(node);
    if (name !== undefined && !inside?.has(name)) changed.add(name);
    node.forEachChild((child) => visit(child, inside));
  };
  visit(tree, undefined);
  return changed;
}

/** The names that a function's parameters or a block's declarations make its own. */
function ownNames(node: ts.Node): readonly string[] {
  const names: string[] = [];
  node.forEachChild((child) => {
    if (ts.isParameterDeclaration(child)) names.push(...boundNames(child.name));
    const list = ts.isVariableStatement(child) ? child.declarationList : child;
    if (ts.isVariableDeclarationList(list))
      for (const { name } of list.declarations) names.push(...boundNames(name));
  });
  return names;
}

/** The name whose content a node changes: `name.set(…)`, `name[i] = …`, `name.part++`, `delete name.part`. */
function changedBy(node: ts.Node): string | undefined {
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const { name, expression } = node.expression;
    return changing.has(name.text) && ts.isIdentifier(expression) ? expression.text : undefined;
  }
  if (ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind)) return partOf(node.left);
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) {
    const counts = [ts.SyntaxKind.PlusPlusToken, ts.SyntaxKind.MinusMinusToken].includes(node.operator);
    return counts ? partOf(node.operand) : undefined;
  }
  return ts.isDeleteExpression(node) ? partOf(node.expression) : undefined;
}

const isAssignment = (kind: ts.SyntaxKind): boolean =>
  kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;

/** `name` of `name.part` and `name[part]`. */
function partOf(target: ts.Node): string | undefined {
  if (!ts.isPropertyAccessExpression(target) && !ts.isElementAccessExpression(target)) return undefined;
  return ts.isIdentifier(target.expression) ? target.expression.text : undefined;
}
