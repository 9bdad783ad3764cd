/** Work is done for so many milliseconds at a time. */
const sliceMs = 10;

/** The editor asks for the items of thousands of nodes at once: they are made in parts, with turns for others in between. */
export class ItemQueue {
  readonly #pending: (() => void)[] = [];

  /** What `make` gives, when it is its turn. */
  add<Item>(make: () => Item): Promise<Item> {
    return new Promise((resolve, reject) => {
      this.#pending.push(() => {
        try {
          resolve(make());
        } catch (error) {
          reject(error);
        }
      });
      if (this.#pending.length === 1) queueMicrotask(() => this.#makeSome());
    });
  }
  #makeSome(): void {
    const until = performance.now() + sliceMs;
    let count = 0;
    while (count < this.#pending.length && performance.now() < until) this.#pending[count++]?.();
    this.#pending.splice(0, count);
    if (this.#pending.length > 0) setImmediate(() => this.#makeSome());
  }
}
