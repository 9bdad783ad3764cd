import * as vscode from 'vscode';
import {
  constructSentences,
  getSignatures,
  policySentences,
  redactionLevelSentence,
} from '../../../core/messages/constructs.ts';
import { getRewrittenText } from '../../../core/messages/rewrites.ts';
import { normalizeAllowedConstructs } from '../../../core/sql/dialect/allow.ts';
import type { HoverFact } from '../../../core/sql/editor/hover.ts';
import type { FindingWithRewrites } from '../../../core/sql/fixes/rewrite.ts';
import type { CheckOptions } from '../../../core/sql/lint/options.ts';
import { localizeSentence } from '../../platform/messages.ts';
import { createCheckOptionsForDocument, type DialectDeps } from '../dialectOptions.ts';
import type { FindKnownTables } from '../knownTables.ts';
import { appendPlainParagraph, createSafeMarkdown, toRange } from '../positions.ts';
import type { DocumentReader } from '../reading/reader.ts';
import { DOCUMENT_SELECTOR, LANGUAGE_ID } from '../selector.ts';
import { MAX_CHECKED_LENGTH } from './findings.ts';

const MAX_COLUMNS = 30;
const MAX_REWRITES = 2;

/**
 * Registers hovers that explain what is at the pointer. For a problem that can be rewritten, they display the
 * rewritten text.
 */
export function registerHover(
  deps: DialectDeps,
  reader: DocumentReader,
  findTables: FindKnownTables,
): vscode.Disposable {
  return vscode.languages.registerHoverProvider(DOCUMENT_SELECTOR, {
    async provideHover(document, position, token) {
      const options = createCheckOptionsForDocument(document, deps);
      const offset = document.offsetAt(position);
      const { index: schema } = await findTables(document, -1);
      const { version } = document;
      const text = document.getText();
      const found = await reader.read('hoverAt', text, offset, { ...options, schema });
      const fixable =
        text.length > MAX_CHECKED_LENGTH
          ? []
          : await reader.read('rewritesAt', text, { start: offset, end: offset }, { ...options, schema });
      if (token.isCancellationRequested || document.version !== version) return undefined;
      const rewritten = createRewriteBlocks(text, fixable);
      const [fixed] = fixable;
      if (!found) return fixed && rewritten && new vscode.Hover(rewritten, toRange(document, fixed.finding));
      const range = toRange(document, found);
      // The message of a problem, which the editor displays in the same hover, usually states the rule already.
      const isMarked = vscode.languages
        .getDiagnostics(document.uri)
        .some(({ source, range: marked }) => source === LANGUAGE_ID && marked.contains(range));
      const { title, lines } = describeFact(found.fact, options, isMarked);
      const described = createSafeMarkdown();
      if (title !== '') described.appendCodeblock(title, LANGUAGE_ID);
      lines.reduce(appendPlainParagraph, described);
      return new vscode.Hover(rewritten ? [described, rewritten] : described, range);
    },
  });
}

function createRewriteBlocks(
  text: string,
  fixable: readonly FindingWithRewrites[],
): vscode.MarkdownString | undefined {
  const texts = fixable
    .slice(0, MAX_REWRITES)
    .flatMap(({ rewrites }) => rewrites.slice(0, MAX_REWRITES))
    .map(({ edits }) => getRewrittenText(text, edits).trim())
    .filter((rewritten) => rewritten !== '');
  if (texts.length === 0) return undefined;
  const blocks = appendPlainParagraph(createSafeMarkdown(), vscode.l10n.t('Rewritten:'));
  for (const rewritten of texts) blocks.appendCodeblock(rewritten, LANGUAGE_ID);
  return blocks;
}

interface Description {
  readonly title: string;
  readonly lines: readonly string[];
}

function describeFact(fact: HoverFact, options: CheckOptions, isMarked: boolean): Description {
  switch (fact.kind) {
    case 'construct': {
      const { construct, isFunction } = fact;
      const allowed = normalizeAllowedConstructs(options.allow ?? []).has(construct);
      const {
        description,
        rule,
        mayBeRejected: isRefused,
      } = constructSentences(construct, isFunction, allowed, options.service);
      const calls = isFunction ? getSignatures(construct).map(({ label }) => label) : [];
      const title = calls.length > 0 ? calls.join('\n') : construct;
      if (!isMarked)
        return {
          title,
          lines: [...(description ? [localizeSentence(description)] : []), localizeSentence(rule)],
        };
      if (!description) return { title, lines: [] };
      // A supported construct may be marked only because of its position, such as SELECT in a subquery. Its description
      // is not only about other databases.
      return {
        title,
        lines: [
          isRefused
            ? vscode.l10n.t('In other databases: {0}', localizeSentence(description))
            : localizeSentence(description),
        ],
      };
    }
    case 'column': {
      const { tables, column, policies } = fact;
      const title = tables.map((table) => `${table}.${column}`).join('\n') || column;
      return { title, lines: policies.flatMap(policySentences).map(localizeSentence) };
    }
    case 'table': {
      const { table, alias, columns } = fact;
      const known = columns.slice(0, MAX_COLUMNS).join(', ') + (columns.length > MAX_COLUMNS ? ', …' : '');
      return {
        title: alias === undefined ? table : `${table} AS ${alias}`,
        lines: columns.length === 0 ? [] : [vscode.l10n.t('Columns seen so far: {0}', known)],
      };
    }
    case 'level':
      return { title: `'${fact.level}'`, lines: [localizeSentence(redactionLevelSentence(fact.level))] };
    case 'placeholder':
      return {
        title: `:${fact.name}`,
        lines: [vscode.l10n.t('Prompts for the value on Run. The audit trail stores it in plain text.')],
      };
  }
}
