import * as vscode from 'vscode';
import type { ReadProgress } from '../../../core/audit/file/fileReads.ts';
import { showProgress } from '../../platform/dialogs.ts';
import { formatNumber } from '../../platform/number.ts';
import { viewID } from '../auditView.ts';

/**
 * Time in milliseconds after which a Cancel button is displayed, because a small compressed file
 * may unpack to a very large one.
 */
const LONG_MS = 1_000;

/** Displays the progress of reading files. A Cancel button is displayed if reading takes long or is expected to. */
export class ReadingProgress {
  readonly #title: string;
  readonly #total: number;
  readonly #shown: vscode.Progress<{ increment: number; message: string }>[] = [];
  #token: vscode.CancellationToken | undefined;
  #percent = 0;

  constructor(title: string, total: number) {
    this.#title = title;
    this.#total = Math.max(1, total);
  }

  isCancelled(): boolean {
    return this.#token?.isCancellationRequested === true;
  }
  displayReadProgress({ bytes, loaded }: ReadProgress): void {
    const percent = Math.max(this.#percent, Math.floor((100 * bytes) / this.#total));
    const increment = percent - this.#percent;
    this.#percent = percent;
    const message = vscode.l10n.t('{0} % · {1} events', percent, formatNumber(loaded));
    for (const progress of this.#shown) progress.report({ increment, message });
  }
  /**
   * Displays the progress until `reading` settles, and resolves or rejects as `reading` does. With `isLong`, the Cancel
   * button is displayed from the start.
   */
  async showWhile<T>(reading: Promise<T>, isLong: boolean): Promise<T> {
    if (isLong) return this.#showCancellable(reading);
    const timer = setTimeout(() => this.#showCancellable(reading).catch(() => undefined), LONG_MS);
    try {
      return await this.#show(reading, { location: { viewId: viewID }, cancellable: false });
    } finally {
      clearTimeout(timer);
    }
  }

  #showCancellable<T>(reading: Promise<T>): Promise<T> {
    return this.#show(reading, { location: vscode.ProgressLocation.Notification, cancellable: true });
  }
  #show<T>(reading: Promise<T>, where: Omit<vscode.ProgressOptions, 'title'>): Promise<T> {
    return Promise.resolve(
      showProgress({ ...where, title: this.#title }, (progress, token) => {
        this.#shown.push(progress);
        if (where.cancellable) this.#token = token;
        return reading;
      }),
    );
  }
}
