/** The sentences that the code shows to a person, as translators get them. */
import * as ts from 'typescript/unstable/ast';
import { type ParsedSource, parse, walk } from './parse.ts';
import { sources } from './sources.ts';

/** How a folder asks for a translation. */
const calls: readonly { readonly folder: string; readonly callee: RegExp }[] = [
  { folder: 'src/extension/', callee: /^(?:vscode\.)?l10n\.t$/ },
  { folder: 'src/core/messages/', callee: /^say$/ },
  { folder: 'src/webview/', callee: /^t$/ },
];
/** Where a sentence that was collected elsewhere is put into words. */
const DOORS = ['src/extension/platform/messages.ts'];

/** One place that shows a sentence. */
export interface SentencePlace {
  /** `path:line`. */
  readonly place: string;
  /** Undefined where it is not a literal: no translator sees it. */
  readonly text: string | undefined;
  /** What fills its `{0}`, `{1}` …; undefined where that is spread from a list. */
  readonly args: number | undefined;
}

/** Every call in the sources that shows a sentence. */
export function sentencePlaces(): readonly SentencePlace[] {
  const read = sources('src').filter(
    ({ path }) => calls.some(({ folder }) => path.startsWith(folder)) && !DOORS.includes(path),
  );
  return parse(read).flatMap(placesIn);
}

function placesIn({ path, tree, text: source }: ParsedSource): readonly SentencePlace[] {
  const callee = calls.find(({ folder }) => path.startsWith(folder))?.callee;
  const found: SentencePlace[] = [];
  walk(tree, (node) => {
    if (!ts.isCallExpression(node) || !callee?.test(node.expression.getText(tree))) return;
    const [text, ...args] = node.arguments;
    const isLiteral = text && (ts.isStringLiteral(text) || ts.isNoSubstitutionTemplateLiteral(text));
    const line = source.slice(0, node.getStart(tree)).split('\n').length;
    found.push({
      place: `${path}:${line}`,
      text: isLiteral ? text.text : undefined,
      args: args.some((arg) => ts.isSpreadElement(arg)) ? undefined : args.length,
    });
  });
  return found;
}

/** The bundle that translators begin with: each sentence by itself, in the order of the alphabet. */
export function englishBundle(): Readonly<Record<string, string>> {
  const texts = new Set(sentencePlaces().flatMap(({ text }) => (text === undefined ? [] : [text])));
  return Object.fromEntries([...texts].sort().map((text) => [text, text]));
}

/** The places of a sentence, such as `{0}`, each once. */
export const placesOf = (text: string): readonly string[] =>
  [...new Set([...text.matchAll(/\{\d+\}/g)].map(([place]) => place))].sort();
