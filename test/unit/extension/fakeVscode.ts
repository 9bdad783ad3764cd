/** The little of the editor's module that the tested parts use, where a real editor would show nothing more. */

export class EventEmitter<T> {
  readonly #listeners = new Set<(value: T) => unknown>();
  readonly event = (listener: (value: T) => unknown): { dispose(): void } => {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  };
  fire(value: T): void {
    for (const listener of [...this.#listeners]) listener(value);
  }
  dispose(): void {
    this.#listeners.clear();
  }
}

export const l10n = {
  t: (text: string, ...values: readonly unknown[]): string =>
    text.replace(/\{(\d+)\}/g, (_, place) => String(values[Number(place)])),
};

export class ThemeColor {
  readonly id: string;
  constructor(id: string) {
    this.id = id;
  }
}
export class ThemeIcon extends ThemeColor {}
export const TreeItemCollapsibleState = { None: 0, Collapsed: 1, Expanded: 2 };
export class TreeItem {
  readonly label: string;
  readonly collapsibleState: number;
  constructor(label: string, collapsibleState = 0) {
    this.label = label;
    this.collapsibleState = collapsibleState;
  }
}
export const ProgressLocation = { SourceControl: 1, Window: 10, Notification: 15 };
const never = {
  isCancellationRequested: false,
  onCancellationRequested: () => ({ dispose: () => undefined }),
};
export const window = {
  withProgress: <T>(_options: unknown, task: (progress: unknown, token: unknown) => Promise<T>): Promise<T> =>
    task({ report: () => undefined }, never),
};
export const env = { language: 'en' };
export const commands = { executeCommand: (): Promise<undefined> => Promise.resolve(undefined) };
