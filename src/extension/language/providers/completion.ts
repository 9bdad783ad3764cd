import * as vscode from 'vscode';
import {
  constructSentences,
  policySentences,
  redactionLevelSentence,
} from '../../../core/messages/constructs.ts';
import { cleanNameForDisplay } from '../../../core/messages/oneLine.ts';
import type { Origin } from '../../../core/schema/catalogue.ts';
import { createNameKey } from '../../../core/sql/dialect/identifier.ts';
import type { Completion, CompletionKind } from '../../../core/sql/editor/completion/types.ts';
import { findColumnPolicy } from '../../../core/sql/editor/schemaIndex.ts';
import type { CheckOptions } from '../../../core/sql/lint/options.ts';
import { formatOrigins } from '../../app/originLine.ts';
import { localizeSentence } from '../../platform/messages.ts';
import { formatTarget } from '../../targets/targets.ts';
import { createCheckOptionsForDocument, type DialectDeps } from '../dialectOptions.ts';
import type { FindKnownTables, KnownTables } from '../knownTables.ts';
import { appendPlainParagraph, createSafeMarkdown, toRange } from '../positions.ts';
import type { DocumentReader } from '../reading/reader.ts';
import { DOCUMENT_SELECTOR } from '../selector.ts';

const kinds: Readonly<Record<CompletionKind, vscode.CompletionItemKind>> = {
  keyword: vscode.CompletionItemKind.Keyword,
  table: vscode.CompletionItemKind.Struct,
  column: vscode.CompletionItemKind.Field,
  alias: vscode.CompletionItemKind.Variable,
  function: vscode.CompletionItemKind.Function,
  level: vscode.CompletionItemKind.EnumMember,
  snippet: vscode.CompletionItemKind.Snippet,
  directive: vscode.CompletionItemKind.Reference,
};
/**
 * Punctuation characters that trigger completion: `.` after a table name or alias, `:` and `/` in the `-- vault:`
 * directive, and `'` for a level of REDACTION.
 */
const TRIGGER_CHARACTERS = ['.', ':', '/', "'"];
const MAX_NAME_LENGTH = 100;

interface NamedCompletion {
  readonly item: Completion;
  readonly tables: KnownTables['tables'];
}

export function registerCompletion(
  deps: DialectDeps,
  reader: DocumentReader,
  findTables: FindKnownTables,
): vscode.Disposable {
  const named = new WeakMap<vscode.CompletionItem, NamedCompletion>();
  const provide = async (
    document: vscode.TextDocument,
    position: vscode.Position,
    token: vscode.CancellationToken,
    { triggerCharacter: trigger }: vscode.CompletionContext,
  ): Promise<vscode.CompletionList | undefined> => {
    const offset = document.offsetAt(position);
    const options = createCheckOptionsForDocument(document, deps);
    const { index: schema, tables, isComplete } = await findTables(document, offset);
    if (token.isCancellationRequested) return undefined;
    const vaults = deps.targets.all().map(formatTarget);
    const text = document.getText();
    const asked = { ...options, schema, vaults, trigger };
    const { start, end, items } = await reader.read('completeAt', text, offset, asked);
    if (token.isCancellationRequested) return undefined;
    const range = {
      inserting: toRange(document, { start, end: offset }),
      replacing: toRange(document, { start, end }),
    };
    const made = items.map((item) => {
      const shown = createItem(item, range, options);
      named.set(shown, { item, tables });
      return shown;
    });
    return new vscode.CompletionList(made, !isComplete);
  };
  const resolve = (shown: vscode.CompletionItem): vscode.CompletionItem => {
    const origins = findOrigins(named.get(shown));
    if (origins.length > 0) shown.detail = formatOrigins(origins);
    return shown;
  };
  return vscode.languages.registerCompletionItemProvider(
    DOCUMENT_SELECTOR,
    { provideCompletionItems: provide, resolveCompletionItem: resolve },
    ...TRIGGER_CHARACTERS,
  );
}

function findOrigins(named: NamedCompletion | undefined): readonly Origin[] {
  if (!named) return [];
  const { item, tables } = named;
  if (item.kind === 'table') return tables.get(createNameKey(item.label))?.origins ?? [];
  if (item.column === undefined) return [];
  const key = createNameKey(item.column);
  const columns = (item.tables ?? []).map((table) =>
    tables.get(createNameKey(table))?.columns.find((column) => column.key === key),
  );
  return [...new Set(columns.flatMap((column) => column?.origins ?? []))];
}

function createItem(
  item: Completion,
  range: { inserting: vscode.Range; replacing: vscode.Range },
  options: CheckOptions,
): vscode.CompletionItem {
  const { kind, tables, snippet, insert = item.label, filter = item.label, rank, refused } = item;
  const label = cleanNameForDisplay(item.label, MAX_NAME_LENGTH);
  const made = new vscode.CompletionItem(
    tables ? { label, description: cleanNameForDisplay(tables.join(', '), MAX_NAME_LENGTH) } : label,
    kinds[kind],
  );
  made.range = range;
  made.sortText = `${String(Math.round(rank * 100)).padStart(4, '0')} ${label}`;
  made.insertText = snippet === undefined ? insert : new vscode.SnippetString(snippet);
  made.filterText = filter;
  if (refused) made.tags = [vscode.CompletionItemTag.Deprecated];
  const lines = describeItem(item, options);
  if (lines.length > 0) made.documentation = lines.reduce(appendPlainParagraph, createSafeMarkdown());
  return made;
}

function describeItem(
  { kind, construct, label, column, tables }: Completion,
  options: CheckOptions,
): readonly string[] {
  if (kind === 'level') return [localizeSentence(redactionLevelSentence(label.slice(1, -1)))];
  if (construct !== undefined) {
    const { description, rule } = constructSentences(construct, kind === 'function', true);
    return [...(description ? [localizeSentence(description)] : []), localizeSentence(rule)];
  }
  if (column === undefined) return [];
  const policies = (tables ?? []).flatMap(
    (table) => findColumnPolicy(options.columns ?? [], table, column) ?? [],
  );
  return policies.flatMap(policySentences).map(localizeSentence);
}
