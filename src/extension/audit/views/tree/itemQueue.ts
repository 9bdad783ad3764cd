/** Milliseconds of work after which other tasks of the extension host get a turn. */
const sliceMs = 10;

/**
 * Creates tree items in slices, because the editor requests the items of thousands of nodes at once
 * and other work must not wait for all of them.
 */
export class ItemQueue {
  readonly #pending: (() => void)[] = [];

  scheduleItem<Item>(make: () => Item): Promise<Item> {
    return new Promise((resolve, reject) => {
      this.#pending.push(() => {
        try {
          resolve(make());
        } catch (error) {
          reject(error);
        }
      });
      if (this.#pending.length === 1) queueMicrotask(() => this.#createNextItems());
    });
  }
  #createNextItems(): void {
    const until = performance.now() + sliceMs;
    let count = 0;
    while (count < this.#pending.length && performance.now() < until) this.#pending[count++]?.();
    this.#pending.splice(0, count);
    if (this.#pending.length > 0) setImmediate(() => this.#createNextItems());
  }
}
