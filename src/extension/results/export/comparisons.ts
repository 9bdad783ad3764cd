import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { type Comparison, compareSteps, findKeyCandidates } from '../../../core/results/view/compare.ts';
import type { Deps } from '../../app/deps.ts';
import { formatTime } from '../../app/timeText.ts';
import { closeDocuments } from '../../platform/closeDocuments.ts';
import { showProgress } from '../../platform/dialogs.ts';
import { createMemoryDocuments, type MemoryDocuments } from '../../platform/memoryDocuments.ts';
import type { ExportSource } from '../exportSource.ts';
import { formatComparison } from './comparisonText.ts';

/** How a comparison ended. It contains no value of a row. */
export type CompareOutcome =
  | {
      readonly kind: 'done';
      readonly added: number;
      readonly removed: number;
      readonly changed: number;
      readonly same: number;
      readonly unclear: number;
      readonly uri: vscode.Uri;
    }
  | { readonly kind: 'dismissed' }
  | { readonly kind: 'refused'; readonly text: string };

const ROWS_FOR_KEYS = 2000;

export class Comparisons implements vscode.Disposable {
  readonly #deps: Pick<Deps, 'messages' | 'timeZone'>;
  readonly #documents: MemoryDocuments = createMemoryDocuments(
    'vaultsql-compare',
    vscode.l10n.t('This comparison is no longer in memory. Compare again.'),
  );
  readonly #eventsComparisons = new Set<string>();
  #count = 0;

  constructor(deps: Pick<Deps, 'messages' | 'timeZone'>) {
    this.#deps = deps;
  }

  /**
   * Compares two results, and opens a document with the differences. `key` contains the names of the columns that
   * identify a row. Names that are not in both results are ignored. If none is left, the user picks the columns. Masked
   * values are compared too, but the document shows them masked. If the results can't be compared, shows a message and
   * resolves to `refused`.
   */
  async compareAndOpenReport(
    before: ExportSource,
    after: ExportSource,
    key?: readonly string[],
  ): Promise<CompareOutcome> {
    const common = after.rows.columns.filter((name) => before.rows.columns.includes(name));
    const problem = explainNotComparable(before, after, common);
    if (problem !== undefined) {
      void this.#deps.messages.info(problem);
      return { kind: 'refused', text: problem };
    }
    const usableKey = key?.filter((name) => common.includes(name));
    const chosen =
      usableKey && usableKey.length > 0 ? usableKey : await pickKeyColumns(before, after, common);
    if (!chosen) return { kind: 'dismissed' };
    const comparison = await compareWithProgress(before, after, chosen);
    if (!comparison) return { kind: 'dismissed' };
    const { added, removed, changed, same, unclear } = comparison;
    const text = formatComparison(before, after, chosen, comparison, (ms) => formatTime(this.#deps, ms));
    const uri = await this.#openDocument(text);
    if (before.isFromEvents || after.isFromEvents) this.#eventsComparisons.add(uri.toString());
    return {
      kind: 'done',
      added: added.length,
      removed: removed.length,
      changed: changed.length,
      same,
      unclear: unclear.before.length + unclear.after.length,
      uri,
    };
  }

  async closeEventsComparisons(): Promise<void> {
    await closeDocuments((uri) => this.#eventsComparisons.has(uri.toString()));
    this.#eventsComparisons.clear();
  }

  dispose(): void {
    this.#documents.dispose();
  }

  async #openDocument(text: string): Promise<vscode.Uri> {
    const name = `/${vscode.l10n.t('Comparison')} ${++this.#count}`;
    // The random ID distinguishes this document from one of an earlier window. The editor may restore the tab of such a
    // document, which may have the same number.
    return (await this.#documents.open(name, randomUUID(), text, 'plaintext')).uri;
  }
}

const explainNotComparable = (
  before: ExportSource,
  after: ExportSource,
  common: readonly string[],
): string | undefined =>
  before.rows.rowCount === 0 || after.rows.rowCount === 0
    ? vscode.l10n.t('Both results must have rows.')
    : common.length === 0
      ? vscode.l10n.t('The two results have no column in common.')
      : undefined;
function compareWithProgress(
  { rows: before }: ExportSource,
  { rows: after }: ExportSource,
  key: readonly string[],
): Thenable<Comparison | undefined> {
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: vscode.l10n.t('Comparing two results'),
    cancellable: true,
  };
  return showProgress(options, async (_, cancellation) => {
    const steps = compareSteps(before, after, key);
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done) return step.value;
      await new Promise((resolve) => setImmediate(resolve));
      if (cancellation.isCancellationRequested) return undefined;
    }
  });
}

async function pickKeyColumns(
  before: ExportSource,
  after: ExportSource,
  common: readonly string[],
): Promise<readonly string[] | undefined> {
  const candidates = [before, after].map(({ rows }) => new Set(findKeyCandidates(takeFirstRows(rows))));
  const isKey = (name: string): boolean => candidates.every((names) => names.has(name));
  const [proposed] = common.filter(isKey);
  const items = [...common.filter(isKey), ...common.filter((name) => !isKey(name))].map((name) => ({
    // The name comes from the service. Without the space, the editor would display `$(icon)` as an icon.
    label: name.replaceAll('$(', '$ (') || vscode.l10n.t('(no name)'),
    name,
    picked: name === proposed,
    ...(isKey(name) ? { description: vscode.l10n.t('unique') } : {}),
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Compare rows by which columns?'),
    placeHolder: vscode.l10n.t('Select the columns that identify a row'),
    canPickMany: true,
  });
  return picked && picked.length > 0 ? picked.map(({ name }) => name) : undefined;
}

const takeFirstRows = (rows: ExportSource['rows']): ExportSource['rows'] => ({
  columns: rows.columns,
  rowCount: Math.min(rows.rowCount, ROWS_FOR_KEYS),
  rows: rows.rows,
  value: rows.value,
  rowNumberOf: rows.rowNumberOf,
});
