import assert from 'node:assert/strict';
import type { ApiError } from '../../../../src/core/service/errors.ts';
import type { RetryStep } from '../../../../src/extension/results/view/notices.ts';
import type { Viewer } from '../../../../src/extension/results/view/viewer.ts';
import { type FakeWindow, fakeWindow, readyRun, resultsOf, settled } from './fakeWindow.ts';

const { performNoticeAction } = await import('../../../../src/extension/results/view/noticeActions.ts');
const { Session } = await import('../../../../src/extension/results/session/session.ts');

describe('a query that failed for want of a sign-in, or of a passphrase', () => {
  const noToken: ApiError = { kind: 'noToken', retry: false };
  async function withFailure(error: ApiError = noToken) {
    const editor = fakeWindow();
    const { results } = resultsOf(editor);
    const session = new Session(editor.deps, await readyRun(editor));
    const viewer = { sessionOfNotice: () => session } as unknown as Viewer;
    session.startPager();
    editor.asked[0]?.refuse(error);
    await settled();
    const said = () => {
      const state = session.state();
      return [state.phase, state.status, 'notice' in state && state.notice?.title];
    };
    const end = (): void => {
      session.dispose();
      results.dispose();
    };
    return { editor, session, viewer, said, end };
  }
  /** Presses the button of `step`; the user takes the step or leaves. */
  async function press(editor: FakeWindow, viewer: Viewer, isDone: boolean, step: RetryStep = 'signIn') {
    const take = async (): Promise<boolean> => {
      if (isDone) editor.signIn('a');
      return isDone;
    };
    const connections = () => ({ ...editor.deps.connections(), [step]: take });
    await performNoticeAction(step, { deps: { ...editor.deps, connections }, viewer, problem: undefined });
    await settled();
  }

  it('is sent again once the person has signed in by its button', async () => {
    const { editor, viewer, said, end } = await withFailure();
    assert.deepEqual(said(), ['error', 'Failed', 'You are not signed in']);
    await press(editor, viewer, true);
    editor.asked[1]?.answer(3);
    await settled();
    assert.deepEqual([editor.asked.length, ...said()], [2, 'rows', 'Rows 1–3 · more may exist', false]);
    end();
  });

  it('is sent again once the passphrase of its client certificate is set by its button', async () => {
    const { editor, viewer, said, end } = await withFailure({
      kind: 'network',
      code: 'CLIENT_CERT_PASSPHRASE',
      mayHaveBeenSent: false,
      retry: false,
    });
    await press(editor, viewer, false, 'setPassphrase');
    assert.deepEqual([editor.asked.length, said()[0]], [1, 'error']);
    await press(editor, viewer, true, 'signIn');
    assert.equal(editor.asked.length, 1, 'for want of something else');
    await press(editor, viewer, true, 'setPassphrase');
    editor.asked[1]?.answer(3);
    await settled();
    assert.deepEqual([editor.asked.length, said()[0]], [2, 'rows']);
    end();
  });

  it('is not sent again where the person leaves, or where something else is shown by then', async () => {
    const { editor, viewer, said, end } = await withFailure();
    await press(editor, viewer, false);
    assert.deepEqual([editor.asked.length, ...said()], [1, 'error', 'Failed', 'You are not signed in']);
    const shown: unknown[] = [viewer.sessionOfNotice()];
    await press(editor, { sessionOfNotice: () => shown.pop() } as unknown as typeof viewer, true);
    assert.equal(editor.asked.length, 1);
    end();
  });

  it('says that the token was rejected once the service rejects the one that was given', async () => {
    const { editor, session, said, end } = await withFailure();
    editor.rejectToken('b');
    assert.deepEqual(said(), ['error', 'Failed', 'You are not signed in']);
    editor.signIn('a');
    await settled();
    assert.deepEqual(said(), ['idle', '', 'Signed in to “a”']);
    editor.rejectToken('a');
    assert.deepEqual(said(), ['error', 'Failed', 'Access token rejected (401)']);
    const state = session.state();
    assert.deepEqual(state.phase === 'error' && state.notice.buttons.map(({ id }) => id), [
      ...['signIn', 'retry', 'helpFaults'],
    ]);
    editor.signIn('a');
    await settled();
    assert.deepEqual([editor.asked.length, ...said()], [1, 'idle', '', 'Signed in to “a”']);
    session.retryPagerRequest();
    await settled();
    assert.equal(editor.asked.length, 2);
    end();
  });

  it('says that the person is signed in by now where that was done elsewhere, and waits', async () => {
    const { editor, session, said, end } = await withFailure();
    editor.signIn('b');
    await settled();
    assert.deepEqual(said(), ['error', 'Failed', 'You are not signed in']);
    editor.signIn('a');
    await settled();
    assert.deepEqual([editor.asked.length, ...said()], [1, 'idle', '', 'Signed in to “a”']);
    session.retryPagerRequest();
    await settled();
    editor.asked[1]?.refuse(noToken);
    await settled();
    assert.deepEqual(said(), ['error', 'Failed', 'You are not signed in']);
    end();
  });

  it('says nothing of a sign-in that has nothing to do with its failure', async () => {
    const { editor, said, end } = await withFailure({ kind: 'timeout', seconds: 1, retry: true });
    const before = said();
    editor.signIn('a');
    await settled();
    assert.deepEqual(said(), before);
    end();
  });
});
