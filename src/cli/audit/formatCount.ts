/** Returns a count and its noun, such as `1 event` or `2 events`. */
export const formatCount = (count: number, noun: 'event' | 'gap'): string =>
  `${count} ${count === 1 ? noun : `${noun}s`}`;
