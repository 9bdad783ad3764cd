/** The thread's entry, `dist/trail.cjs`: loaded audit events, away from the extension host. */
import { parentPort } from 'node:worker_threads';
import { ColumnTrail } from '../../../core/audit/store/columnTrail.ts';
import type { TrailCall, TrailReply } from './messages.ts';
import { nodeBytes } from './nodeBytes.ts';

const trail = new ColumnTrail(nodeBytes);
const say = (reply: TrailReply): void => parentPort?.postMessage(reply);

async function answer({ id, method, given }: TrailCall): Promise<void> {
  // `ThreadTrail` types arguments and answer.
  const call = trail[method] as (...given: readonly unknown[]) => Promise<unknown>;
  try {
    say({ id, kind: 'answer', answer: await call.apply(trail, [...given]) });
  } catch (error) {
    say({ id, kind: 'failed', error });
  }
}
parentPort?.on('message', (call: TrailCall) => void answer(call));
