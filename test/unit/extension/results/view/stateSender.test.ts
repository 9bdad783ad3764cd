import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { StateSender } from '../../../../../src/extension/results/view/stateSender.ts';
import type { ResultsState, ResultsView } from '../../../../../src/protocol/results.ts';
import type { Rpc } from '../../../../../src/protocol/rpc.ts';

/** What a page is sent, of which only the revisions and phases count here. */
function start(): { readonly drawing: StateSender; readonly sent: string[] } {
  const sent: string[] = [];
  const drawing = new StateSender();
  drawing.webview = {
    notify: (method: string, state: ResultsState) => sent.push(`${method} ${state.rev} ${state.phase}`),
    dispose: () => sent.push('disposed'),
  } as unknown as Rpc<ResultsView>;
  return { drawing, sent };
}
const state = (rev: number, phase: 'loading' | 'none'): ResultsState =>
  ({ rev, dataRev: rev, phase, status: '', detail: '', can: {} }) as unknown as ResultsState;

describe('states sent to a results page', () => {
  it('an answer that comes at once is sent alone', async () => {
    const { drawing, sent } = start();
    drawing.sendOrScheduleState(state(1, 'loading'));
    drawing.sendOrScheduleState(state(2, 'none'));
    assert.deepEqual(sent, ['state 2 none']);
    await wait(150);
    assert.deepEqual(sent, ['state 2 none']);
  });

  it('waiting is said once it lasts, with what is known of it by then', async () => {
    const { drawing, sent } = start();
    drawing.sendOrScheduleState(state(1, 'loading'));
    drawing.sendOrScheduleState(state(2, 'loading'));
    assert.deepEqual(sent, []);
    await wait(150);
    assert.deepEqual(sent, ['state 2 loading']);
    drawing.sendOrScheduleState(state(3, 'none'));
    assert.deepEqual(sent, ['state 2 loading', 'state 3 none']);
  });

  it('nothing is sent to a page that is gone', async () => {
    const { drawing, sent } = start();
    drawing.sendOrScheduleState(state(1, 'loading'));
    drawing.dispose();
    await wait(150);
    assert.deepEqual(sent, ['disposed']);
  });
});
