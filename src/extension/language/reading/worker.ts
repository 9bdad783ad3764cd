/** The thread's entry, `dist/reading.cjs`: one reading after the other. */
import { parentPort } from 'node:worker_threads';
import type { ThreadMessage, ThreadRequest } from '../thread.ts';
import { createReadings, type ReadingAnswer, type ReadingQuestion } from './readings.ts';

const readings = createReadings();
const say = (message: ThreadMessage<ReadingAnswer>): void => parentPort?.postMessage(message);
parentPort?.on('message', ({ id, question: { name, args } }: ThreadRequest<ReadingQuestion>) => {
  // `DocumentReader` types arguments and result.
  const read = readings[name] as (...given: readonly unknown[]) => unknown;
  say({ id, answer: { found: read.call(readings, ...args) } });
});
say({ id: 0 });
