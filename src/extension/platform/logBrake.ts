import type { Disposable } from 'vscode';

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
 * Limits repeated lines of the log. After the first line of a kind, further ones are counted instead of written. About
 * once a second, the counts are written. If no further line of a kind was counted by then, the next line of that kind
 * is written again. While `MAX_KINDS` kinds are counted separately, lines of any other kind are not written; they share
 * one count.
 */
export class LogThrottle implements Disposable {
  readonly #kinds = new Map<string, Kind>();
  #others: Kind | undefined;
  #timer: NodeJS.Timeout | undefined;

  writeOrCountLine(kind: string, line: string, write: Write): void {
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
    this.#timer ??= setTimeout(() => this.#writeSkippedCounts(), QUIET_MS);
  }
  dispose(): void {
    clearTimeout(this.#timer);
    this.#kinds.clear();
  }

  /** A kind without omitted lines is removed, so that its next line is written at once. */
  #writeSkippedCounts(): void {
    this.#timer = undefined;
    for (const [kind, known] of this.#kinds) {
      const { skipped, write } = known;
      if (skipped === 0) this.#kinds.delete(kind);
      else write(`${kind.slice(0, MAX_LENGTH)}: ${skipped} more in the last second`);
      known.skipped = 0;
    }
    this.#others?.write(`other lines: ${this.#others.skipped} more in the last second`);
    this.#others = undefined;
    if (this.#kinds.size > 0) this.#timer = setTimeout(() => this.#writeSkippedCounts(), QUIET_MS);
  }
}
