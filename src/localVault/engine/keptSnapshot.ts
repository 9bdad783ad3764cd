/** The snapshot of one vault in memory, and its file: threads come up from the one, the next start from the other. */
import { loadSnapshot, saveSnapshot } from './snapshot.ts';

/** How long the end waits for the file to be written: all but the largest are in far less. */
const SAVE_GRACE_MS = 400;

export class KeptSnapshot {
  readonly #path: string;
  readonly #warn: (message: string, cause: unknown) => void;
  /** Gives up what is read or written of the file. */
  readonly #givingUp = new AbortController();
  #tar: Blob | undefined;
  #saving: Promise<void> = Promise.resolve();

  /** `warn` is called when the file can't be written, which slows down only the next start. */
  constructor(path: string, warn: (message: string, cause: unknown) => void) {
    this.#path = path;
    this.#warn = warn;
  }

  /** What threads come up from; undefined until one is read or kept. */
  get tar(): Blob | undefined {
    return this.#tar;
  }

  /** Reads the file; there may be none. */
  async read(): Promise<void> {
    this.#tar = await loadSnapshot(this.#path, this.#givingUp.signal);
  }

  /** Drops a snapshot that no vault could be restored from. */
  drop(): void {
    this.#tar = undefined;
  }

  /** Takes over the snapshot of a vault just built, and writes its file meanwhile. */
  keep(tar: Blob): void {
    this.#tar = tar;
    this.#saving = saveSnapshot(this.#path, tar, this.#givingUp.signal).catch((error: unknown) => {
      if (this.#givingUp.signal.aborted) return;
      this.#warn('the snapshot could not be kept, the next start will be slower', error);
    });
  }

  /** Resolves when the file is written, or after a moment given up, at once where the vault is not `wanted`. */
  async close(wanted: boolean): Promise<void> {
    const patience = setTimeout(() => this.#givingUp.abort(), wanted ? SAVE_GRACE_MS : 0);
    await this.#saving;
    clearTimeout(patience);
    this.#givingUp.abort();
  }
}
