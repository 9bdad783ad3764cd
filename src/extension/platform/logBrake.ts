/** Keeps a fault that repeats from filling the log. */
import type { Disposable } from 'vscode';

/** Milliseconds during which a kind of line is written once; the others are counted. */
const QUIET_MS = 1_000;
/** Maximum number of kinds at a time, because a webview or a server may choose the text by which kinds are told apart. */
const MAX_KINDS = 50;
/** Maximum length of a line in characters: that of a stack with long paths. */
const MAX_LENGTH = 4_000;

type Write = (line: string) => void;

interface Kind {
  readonly write: Write;
  /** Lines that were not written since the last one. */
  skipped: number;
}

/** Writes at most one line of a kind per second, and then how many more there were. */
export class LogBrake implements Disposable {
  readonly #kinds = new Map<string, Kind>();
  /** Counts the lines of further kinds while there are `MAX_KINDS`; undefined if there were none. */
  #others: Kind | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** Writes the line by `write`, unless a line of the same kind was written within the last second. */
  line(kind: string, line: string, write: Write): void {
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

  /** Writes the counts. A kind that repeats stays braked; the others are forgotten, so that few are kept. */
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
