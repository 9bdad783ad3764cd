import * as vscode from 'vscode';
import {
  constructSentences,
  levelSentence,
  policySentences,
  signatures,
} from '../../../core/messages/constructs.ts';
import { normalizeAllowed } from '../../../core/sql/dialect/allow.ts';
import type { HoverFact } from '../../../core/sql/editor/hover.ts';
import type { CheckOptions } from '../../../core/sql/lint/options.ts';
import type { Deps } from '../../app/deps.ts';
import { localized } from '../../platform/messages.ts';
import { dialectOptions } from '../dialectOptions.ts';
import type { KnownTablesOf } from '../knownTables.ts';
import { addParagraph, markdown, toRange } from '../positions.ts';
import type { DocumentReader } from '../reading/reader.ts';
import { languageID, selector } from '../selector.ts';

/** Names in a list of columns at most. */
const maxColumns = 30;

/** What a construct does and the vault's rule on it, a column's policy, the table of an alias. */
export function registerHover(deps: Deps, reader: DocumentReader, known: KnownTablesOf): vscode.Disposable {
  return vscode.languages.registerHoverProvider(selector, {
    async provideHover(document, position, token) {
      const options = dialectOptions(document, deps);
      const offset = document.offsetAt(position);
      const { index: schema } = await known(document, -1);
      const { version } = document;
      const found = await reader.read('hoverAt', document.getText(), offset, { ...options, schema });
      if (!found || token.isCancellationRequested || document.version !== version) return undefined;
      const range = toRange(document, found);
      // The problem in the same hover states the rule already.
      const isMarked = vscode.languages
        .getDiagnostics(document.uri)
        .some(({ source, range: marked }) => source === languageID && marked.contains(range));
      const { title, lines } = describe(found.fact, options, isMarked);
      const text = markdown();
      if (title !== '') text.appendCodeblock(title, languageID);
      return new vscode.Hover(lines.reduce(addParagraph, text), range);
    },
  });
}

interface Description {
  /** Code. */
  readonly title: string;
  /** Plain text. */
  readonly lines: readonly string[];
}

function describe(fact: HoverFact, options: CheckOptions, isMarked: boolean): Description {
  switch (fact.kind) {
    case 'construct': {
      const { construct, isFunction } = fact;
      const allowed = normalizeAllowed(options.allow ?? []).has(construct);
      const { does, rule, isRefused } = constructSentences(construct, isFunction, allowed);
      const calls = isFunction ? signatures(construct).map(({ label }) => label) : [];
      const title = calls.length > 0 ? calls.join('\n') : construct;
      if (!isMarked) return { title, lines: [...(does ? [localized(does)] : []), localized(rule)] };
      if (!does) return { title, lines: [] };
      // A supported word may be marked where it is, as SELECT in a subquery: that is not its rule.
      return {
        title,
        lines: [isRefused ? vscode.l10n.t('In other databases: {0}', localized(does)) : localized(does)],
      };
    }
    case 'column': {
      const { tables, column, policies } = fact;
      const title = tables.map((table) => `${table}.${column}`).join('\n') || column;
      return { title, lines: policies.flatMap(policySentences).map(localized) };
    }
    case 'table': {
      const { table, alias, columns } = fact;
      const known = columns.slice(0, maxColumns).join(', ') + (columns.length > maxColumns ? ', …' : '');
      return {
        title: alias === undefined ? table : `${table} AS ${alias}`,
        lines: columns.length === 0 ? [] : [vscode.l10n.t('Columns seen so far: {0}', known)],
      };
    }
    case 'level':
      return { title: `'${fact.level}'`, lines: [localized(levelSentence(fact.level))] };
    case 'placeholder':
      return {
        title: `:${fact.name}`,
        lines: [vscode.l10n.t('Prompts for the value on Run. The audit trail stores it in plain text.')],
      };
  }
}
