/** Times in nanoseconds since 1970, and their format in the service's events (S21). */

/** Formats a time, in nanoseconds since 1970, as `YYYY-MM-DD HH:MM:SS.<nine digits>` in UTC. */
export function formatTimestamp(nanoseconds: bigint): string {
  const milliseconds = Number(nanoseconds / 1_000_000n);
  const seconds = new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ');
  return `${seconds}.${String(nanoseconds % 1_000_000_000n).padStart(9, '0')}`;
}

const SHAPE = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})\.\d{9}$/;

export function isValidTimestamp(text: string): boolean {
  const [, day, time] = SHAPE.exec(text) ?? [];
  const instant = new Date(`${day}T${time}.000Z`);
  // `Date` accepts a day such as February 30 as one of the next month.
  return !Number.isNaN(instant.getTime()) && instant.toISOString() === `${day}T${time}.000Z`;
}

/**
 * Creates a clock that returns nanoseconds since 1970. Each reading is later than the one before, even if the
 * computer's clock is set back.
 */
export function createClock(): () => bigint {
  let last = 0n;
  return () => {
    // `Date.now()` has no digits below the millisecond, so those of the high-resolution timer are used.
    const now = BigInt(Date.now()) * 1_000_000n + (process.hrtime.bigint() % 1_000_000n);
    last = now > last ? now : last + 1n;
    return last;
  };
}
