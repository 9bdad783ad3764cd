import * as vscode from 'vscode';
import { oneLine } from '../../../core/messages/oneLine.ts';
import type { Deps } from '../../app/deps.ts';
import { ContextKeys } from '../../platform/contextKeys.ts';
import { type FilteredNodes, filteredNodes, SHOWN_MATCHES } from './filteredNodes.ts';
import { nodeID, type TreeNode } from './nodes.ts';

/** What is typed, and a name for it that says nothing. */
export interface TypedFilter {
  readonly text: string;
  readonly name: number;
}

/** By which text the tree of vaults is filtered, and what is drawn then. In this window only. */
export class TreeFilter implements vscode.Disposable {
  readonly #deps: Deps;
  readonly #keys: ContextKeys;
  readonly #changes = new vscode.EventEmitter<void>();
  readonly #listening: vscode.Disposable;
  /** What the person opened or closed in the whole tree: the editor forgets it of rows that a filter hides. */
  readonly #opened = new Map<string, boolean>();
  #names = 0;
  #typed: TypedFilter = { text: '', name: 0 };
  #finding: Promise<FilteredNodes> | undefined;
  #drawn: FilteredNodes | undefined;
  readonly onDidChange = this.#changes.event;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#keys = new ContextKeys(deps.log);
    this.#listening = deps.onForget(() => this.set(''));
  }

  get typed(): TypedFilter {
    return this.#typed;
  }
  get isOn(): boolean {
    return this.#typed.text.trim() !== '';
  }
  set(text: string): void {
    if (text !== this.#typed.text) this.restore({ text, name: ++this.#names });
  }
  /** A filter as it was before: what was opened then is open again. */
  restore(typed: TypedFilter): void {
    this.#typed = typed;
    this.#keys.set('vaultsql.vaultsFiltered', this.isOn);
    this.renew();
    this.#changes.fire();
  }
  /** There may be other names. */
  renew(): void {
    this.#finding = undefined;
    if (!this.isOn) this.#drawn = undefined;
  }
  /** Found once for each drawing. */
  async nodes(): Promise<FilteredNodes> {
    const finding = this.#finding ?? filteredNodes(this.#deps, this.#typed.text);
    this.#finding = finding;
    const found = await finding;
    if (this.#finding === finding) this.#drawn = found;
    return found;
  }
  /** What of a node is drawn, where that is not all of it. */
  below(node: TreeNode): readonly TreeNode[] | undefined {
    return this.#drawn?.below.get(node);
  }
  noteOpened(node: TreeNode, isOpen: boolean): void {
    const id = this.isOn ? undefined : nodeID(node);
    if (id !== undefined) this.#opened.set(id, isOpen);
  }
  /** How a row is drawn: open where something in it was found, the letters marked; without a filter, open as it was. */
  dress(item: vscode.TreeItem, node: TreeNode): vscode.TreeItem {
    const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
    if (!isNamed(node)) return item;
    if (!this.isOn) {
      const isOpen = this.#opened.get(item.id ?? '');
      if (isOpen !== undefined && item.collapsibleState !== None)
        item.collapsibleState = isOpen ? Expanded : Collapsed;
      return item;
    }
    const { searchWords, placesOf } = this.#deps.language();
    // The editor opens what it was told to open first, and never again by itself.
    item.id = JSON.stringify([this.#typed.name, item.id]);
    if (this.below(node)) item.collapsibleState = Expanded;
    const label = String(item.label);
    const highlights = placesOf(label, searchWords(this.#typed.text)).map(([from, to]): [number, number] => [
      from,
      to,
    ]);
    if (highlights.length > 0) item.label = { label, highlights };
    return item;
  }
  dispose(): void {
    vscode.Disposable.from(this.#listening, this.#keys, this.#changes).dispose();
  }
}

const isNamed = ({ kind }: TreeNode): boolean =>
  ['connection', 'vault', 'metVault', 'table', 'column'].includes(kind);

/** Enter or a click changes it; Delete, or its button, removes it. */
export function filterItem(text: string): vscode.TreeItem {
  const label = vscode.l10n.t('Filter: {0}', oneLine(text));
  const item = new vscode.TreeItem(label);
  // Else the tooltip is read.
  item.accessibilityInformation = { label };
  // The same whatever is typed: the keyboard stays on it.
  item.id = JSON.stringify(['/', 'filter']);
  item.iconPath = new vscode.ThemeIcon('filter');
  item.contextValue = 'filter';
  item.tooltip = vscode.l10n.t('Only names that contain this are shown.');
  item.command = { command: 'vaultsql.vaults.filter', title: vscode.l10n.t('Change Filter') };
  return item;
}

/** Enter or a click clears the filter. */
export function noMatchItem(): vscode.TreeItem {
  const title = vscode.l10n.t('Clear Filter');
  const label = vscode.l10n.t('No names match · Clear Filter');
  const item = new vscode.TreeItem(label);
  item.accessibilityInformation = { label };
  item.iconPath = new vscode.ThemeIcon('info');
  item.tooltip = vscode.l10n.t(
    'The service lists no tables: those of queries, files, and audit events are known.',
  );
  item.command = { command: 'vaultsql.vaults.clearFilter', title };
  return item;
}

export const moreMatchesItem = (): vscode.TreeItem =>
  new vscode.TreeItem(vscode.l10n.t('Only the first {0} matches of each kind; type more', SHOWN_MATCHES));
