/** Keeps a fault that repeats from filling the log. */
import type { Disposable } from 'vscode';

/** Milliseconds during which a kind of line is written once; the others are counted. */
const QUIET_MS = 1_000;

interface Kind {
  readonly write: (line: string) => void;
  /** Lines that were not written since the last one. */
  skipped: number;
}

/** Writes at most one line of a kind per second, and then how many more there were. */
export class LogBrake implements Disposable {
  readonly #kinds = new Map<string, Kind>();
  #timer: NodeJS.Timeout | undefined;

  /** Writes the line by `write`, unless a line of the same kind was written within the last second. */
  line(kind: string, line: string, write: (line: string) => void): void {
    const known = this.#kinds.get(kind);
    if (known) {
      known.skipped++;
      return;
    }
    write(line);
    this.#kinds.set(kind, { write, skipped: 0 });
    this.#timer ??= setTimeout(() => this.#report(), QUIET_MS);
  }
  dispose(): void {
    clearTimeout(this.#timer);
    this.#kinds.clear();
  }

  /** Writes the counts. A kind that repeats stays braked; the others are forgotten, so that few are kept. */
  #report(): void {
    this.#timer = undefined;
    for (const [kind, known] of this.#kinds) {
      const { skipped, write } = known;
      if (skipped === 0) this.#kinds.delete(kind);
      else write(`${kind}: ${skipped} more in the last second`);
      known.skipped = 0;
    }
    if (this.#kinds.size > 0) this.#timer = setTimeout(() => this.#report(), QUIET_MS);
  }
}
