import assert from 'node:assert/strict';
import type { ApiError } from '../../../../../src/core/service/errors.ts';
import { createTokenStates } from '../../../../../src/node/credentials/tokenStates.ts';
import { EventEmitter } from '../../fakeVscode.ts';
import { connectionOf, fakeService, settled } from '../fakeModel.ts';
import '../../withVscode.ts';

const { registerTokenFailureUpdates: registerTokenFailures } = await import(
  '../../../../../src/extension/audit/model/tokenFailures.ts'
);
const { viewMessage, welcomeState } = await import(
  '../../../../../src/extension/audit/views/tree/viewState.ts'
);

function setUp() {
  const connection = connectionOf('a');
  const service = fakeService(connection, connectionOf('b'));
  const states = createTokenStates(new EventEmitter<void>());
  const tokens = new EventEmitter<string>();
  registerTokenFailures(service.model, {
    tokenStates: states,
    onDidChange: tokens.event,
  });
  const { model } = service;
  /** A token is kept for the connection of that name, or removed. */
  const changeToken = (name: string): void => {
    states.reset(name);
    tokens.fire(name);
  };
  /** The service answers a request of another kind than for audit events. */
  const answer = (outcome: { readonly ok: true } | { readonly ok: false; readonly error: ApiError }): void =>
    states.trackRequest(connection)(outcome as Parameters<ReturnType<typeof states.trackRequest>>[0]);
  const reject = (): void => answer({ ok: false, error: unauthorized });
  const said = (): readonly [string, string] => [
    welcomeState(model.state.snapshot()),
    viewMessage(model.state.snapshot()),
  ];
  return { ...service, changeToken, answer, reject, said };
}
const unauthorized: ApiError = {
  kind: 'status',
  status: 401,
  message: '',
  retry: false,
};
const rejected = [
  'rejected',
  'Access token rejected (401). It may have expired or belong to a service other than a.test. Sign in again.',
] as const;

describe('audit events that failed for want of a token', () => {
  /** As Add Connection does it: the connection is there before its token is. */
  const signedOut = async () => {
    const editor = setUp();
    const loading = editor.model.requests.loadNewest();
    editor.asked[0]?.fail({ kind: 'noToken', retry: false });
    await loading;
    assert.equal(editor.said()[0], 'signedOut');
    assert.match(editor.said()[1], /There is no access token for a\.test/);
    return editor;
  };

  it('no longer do once there is one, until it is tried', async () => {
    const { changeToken, said } = await signedOut();
    changeToken('b');
    assert.equal(said()[0], 'signedOut');
    changeToken('a');
    assert.deepEqual(said(), ['idle', '']);
  });

  it('nor do they where one was stored while they were requested, but other failures stay', async () => {
    const { model, asked, changeToken, said } = setUp();
    const loading = model.requests.loadNewest();
    changeToken('a');
    asked[0]?.fail({ kind: 'noToken', retry: false });
    await loading;
    assert.deepEqual(said(), ['idle', '']);
    const again = model.requests.loadNewest();
    changeToken('a');
    asked[1]?.refuse(500);
    await again;
    assert.equal(said()[0], 'failed');
  });

  it('say that the token was rejected once the service does, whatever was sent with it', async () => {
    const { asked, changeToken, reject, said } = await signedOut();
    changeToken('a');
    reject();
    assert.deepEqual(said(), rejected);
    assert.equal(asked.length, 1);
    changeToken('a');
    assert.deepEqual(said(), ['idle', '']);
  });

  it('say so too where the events were never asked for, and send nothing', () => {
    const { asked, reject, said } = setUp();
    assert.deepEqual(said(), ['idle', '']);
    reject();
    assert.deepEqual(said(), rejected);
    assert.equal(asked.length, 0);
  });

  it('are left alone where events are shown, or another failure is', async () => {
    const { model, asked, reject, said, changeToken } = setUp();
    const loading = model.requests.loadNewest();
    reject();
    asked[0]?.answer({ events: [] });
    await loading;
    reject();
    assert.deepEqual(said(), ['empty', '']);
    const again = model.requests.loadNewest();
    asked[1]?.refuse(500);
    await again;
    changeToken('a');
    reject();
    assert.equal(said()[0], 'failed');
    await settled();
  });
});
