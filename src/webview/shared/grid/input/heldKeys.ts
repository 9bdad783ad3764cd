/**
 * Maximum time in milliseconds for which keys are held, so that the keyboard works again soon if the rows are not
 * displayed.
 */
const MAX_HOLD_MS = 5_000;

/** Holds the keys that the user presses while the rows change, and runs them in order on the new rows. */
export class HeldKeys {
  #hold: object | undefined;
  #keys: (() => void)[] = [];

  /** Holds keys from now on until `rowsDisplayed` settles. */
  holdUntil(rowsDisplayed: Promise<void>): void {
    const hold = {};
    this.#hold = hold;
    const release = (): void => {
      clearTimeout(timer);
      if (this.#hold === hold) this.#runKeys();
    };
    const timer = setTimeout(release, MAX_HOLD_MS);
    void rowsDisplayed.then(release, release);
  }

  /**
   * Calls `run`, which handles a key, when the wait ends, and returns true. If nothing is waited for, returns false
   * only.
   */
  holdIfWaiting(run: () => void): boolean {
    if (!this.#hold) return false;
    this.#keys.push(run);
    return true;
  }

  /** Ends the wait, and forgets the keys. */
  discard(): void {
    this.#hold = undefined;
    this.#keys = [];
  }

  #runKeys(): void {
    this.#hold = undefined;
    // A key that runs may change the rows, so that the keys after it are held again.
    while (!this.#hold) {
      const run = this.#keys.shift();
      if (!run) return;
      run();
    }
  }
}
