/** The thread's entry, `dist/trail.cjs`: loaded audit events, and files of them, away from the extension host. */
import { parentPort } from 'node:worker_threads';
import type { ReadProgress } from '../../../core/audit/file/reading.ts';
import { EventsLost } from '../../../core/audit/table/lost.ts';
import { FileTrail } from './fileTrail.ts';
import type { TrailCall, TrailReply } from './messages.ts';

const trail = new FileTrail();
const say = (reply: TrailReply): void => parentPort?.postMessage(reply);

async function answer({ id, method, given }: TrailCall): Promise<void> {
  // `ThreadTrail` types arguments and answer; functions do not cross.
  const call = trail[method] as (...given: readonly unknown[]) => Promise<unknown>;
  const onProgress = (progress: ReadProgress): void => say({ id, kind: 'progress', progress });
  const all = method === 'read' ? [...given, onProgress] : given;
  try {
    say({ id, kind: 'answer', answer: await call.apply(trail, [...all]) });
  } catch (error) {
    if (error instanceof EventsLost) say({ id, kind: 'lost', reason: error.reason, file: error.file });
    else say({ id, kind: 'failed', error });
  }
}
parentPort?.on('message', (call: TrailCall) => void answer(call));
