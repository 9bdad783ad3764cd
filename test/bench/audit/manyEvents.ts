/** A file of very many audit events, as an export has them: newest first, IDs of their own, ties in time, some without one. */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { eventText } from '../auditEvents.ts';

const timestamp = /"timestamp":"([^"]*)"/;
const timestamps = /,?"timestamp":"[^"]*"(?:(?<=\{"timestamp":"[^"]*"),)?/g;

/** The JSON of event `n`: each tenth at the time of the one before, each hundredth without any. */
export function manyText(n: number): string {
  const text = eventText(n);
  if (n % 100 === 50) return text.replace(timestamps, '');
  if (n % 10 !== 7) return text;
  const [, before = ''] = timestamp.exec(eventText(n - 1)) ?? [];
  return text.replace(/"timestamp":"[^"]*"/g, `"timestamp":"${before}"`);
}

/** Writes so many events to a file of NDJSON; `textOf` is that of each. */
export async function writeMany(
  path: string,
  count: number,
  textOf: (n: number) => string = manyText,
): Promise<void> {
  const file = createWriteStream(path);
  for (let to = count; to > 0; to -= 2_000) {
    const texts = Array.from({ length: Math.min(2_000, to) }, (_, at) => `${textOf(to - 1 - at)}\n`);
    if (!file.write(texts.join(''))) await once(file, 'drain');
  }
  file.end();
  await once(file, 'finish');
}
