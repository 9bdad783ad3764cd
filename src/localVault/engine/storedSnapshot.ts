/** The snapshot of one vault: in memory, for the engine's next thread, and in a file, for the vault's next start. */
import { loadSnapshot, saveSnapshot } from './snapshot.ts';

const SAVE_GRACE_MS = 400;

export class StoredSnapshot {
  readonly #path: string;
  readonly #warn: (message: string, cause: unknown) => void;
  readonly #abort = new AbortController();
  #tar: Blob | undefined;
  #saving: Promise<void> = Promise.resolve();

  constructor(path: string, warn: (message: string, cause: unknown) => void) {
    this.#path = path;
    this.#warn = warn;
  }

  get tar(): Blob | undefined {
    return this.#tar;
  }

  /** Loads the snapshot file into `tar`, which is undefined afterwards if the file is missing or can't be loaded. */
  async loadFromFile(): Promise<void> {
    this.#tar = await loadSnapshot(this.#path, this.#abort.signal);
  }

  discardFromMemory(): void {
    this.#tar = undefined;
  }

  keepAndSave(tar: Blob): void {
    this.#tar = tar;
    this.#saving = saveSnapshot(this.#path, tar, this.#abort.signal).catch((error: unknown) => {
      if (this.#abort.signal.aborted) return;
      this.#warn('the snapshot could not be kept, the next start will be slower', error);
    });
  }

  async finishOrAbortSaving(shouldWait: boolean): Promise<void> {
    const patience = setTimeout(() => this.#abort.abort(), shouldWait ? SAVE_GRACE_MS : 0);
    await this.#saving;
    clearTimeout(patience);
    this.#abort.abort();
  }
}
