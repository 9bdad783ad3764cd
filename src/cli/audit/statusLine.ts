import type { CollectorProgress } from '../../core/audit/handover/collector.ts';
import type { CommandIO } from '../commandIO.ts';
import { CLEAR_LINE } from '../terminalText.ts';
import { formatCount } from './formatCount.ts';

const LINE_INTERVAL_MS = 60_000;

/** Reports progress on standard error: in a terminal as one line that is replaced, otherwise as one line per minute. */
export class StatusLine {
  readonly #io: CommandIO;
  readonly #startedAt: number;
  readonly #firstCount: number;
  #lastLineAt: number;

  constructor(io: CommandIO, firstCount = 0) {
    this.#io = io;
    this.#startedAt = io.now();
    this.#lastLineAt = this.#startedAt;
    this.#firstCount = firstCount;
  }

  show(progress: CollectorProgress, problem: string | undefined): void {
    const now = this.#io.now();
    const text = this.#format(progress, now);
    if (this.#io.isErrorTerminal) {
      this.#io.writeError(CLEAR_LINE);
      this.#io.writeError(problem ?? text);
    } else if (problem !== undefined || now - this.#lastLineAt >= LINE_INTERVAL_MS) {
      this.#lastLineAt = now;
      this.#io.writeError(`${problem ?? text}\n`);
    }
  }

  /** Clears the status line in a terminal, so that other text can be written in its place. */
  clear(): void {
    if (this.#io.isErrorTerminal) this.#io.writeError(CLEAR_LINE);
  }

  #format({ counts, openGaps, lastTime, isBackfilling }: CollectorProgress, now: number): string {
    const seconds = Math.max(1, (now - this.#startedAt) / 1000);
    const rate = ((counts.events - this.#firstCount) / seconds).toFixed(1);
    return [
      formatCount(counts.events, 'event'),
      `${rate}/s`,
      ...(lastTime === undefined ? [] : [`last ${lastTime.slice(0, 19)} UTC`]),
      ...(openGaps > 0 ? [formatCount(openGaps, 'gap')] : []),
      ...(counts.maskedEvents > 0 ? [`${counts.maskedEvents} masked`] : []),
      ...(isBackfilling ? ['reading older events'] : []),
    ].join('; ');
  }
}
