/** Limits how often a repeated line is written to the log. */
import type { Disposable } from 'vscode';

/** Interval in milliseconds at which the numbers of omitted lines are written. */
const QUIET_MS = 1_000;
/**
 * Maximum number of kinds of lines that are counted separately. It is limited because a webview or a server may
 * determine the text that identifies a kind.
 */
const MAX_KINDS = 50;
const MAX_LENGTH = 4_000;

type Write = (line: string) => void;

interface Kind {
  readonly write: Write;
  skipped: number;
}

/**
 * Writes the first line of each kind and, about once per second, the number of further lines of the kind that were
 * omitted. If there are many kinds, lines of further kinds are omitted too.
 */
export class LogThrottle implements Disposable {
  readonly #kinds = new Map<string, Kind>();
  #others: Kind | undefined;
  #timer: NodeJS.Timeout | undefined;

  /**
   * Passes the line to `write`, or only counts it if a line of the same kind was written shortly before, or if lines of
   * `MAX_KINDS` other kinds were. `kind`: text that identifies lines of the same kind.
   */
  writeLine(kind: string, line: string, write: Write): void {
    const known = this.#kinds.get(kind);
    if (known) {
      known.skipped++;
      return;
    }
    if (this.#kinds.size >= MAX_KINDS) {
      this.#others ??= { write, skipped: 0 };
      this.#others.skipped++;
      return;
    }
    write(line.slice(0, MAX_LENGTH));
    this.#kinds.set(kind, { write, skipped: 0 });
    this.#timer ??= setTimeout(() => this.#report(), QUIET_MS);
  }
  dispose(): void {
    clearTimeout(this.#timer);
    this.#kinds.clear();
  }

  /**
   * Writes how many lines of each kind were omitted. A kind that had no omitted line is removed, so that its next
   * line is written at once.
   */
  #report(): void {
    this.#timer = undefined;
    for (const [kind, known] of this.#kinds) {
      const { skipped, write } = known;
      if (skipped === 0) this.#kinds.delete(kind);
      else write(`${kind.slice(0, MAX_LENGTH)}: ${skipped} more in the last second`);
      known.skipped = 0;
    }
    this.#others?.write(`other lines: ${this.#others.skipped} more in the last second`);
    this.#others = undefined;
    if (this.#kinds.size > 0) this.#timer = setTimeout(() => this.#report(), QUIET_MS);
  }
}
