import assert from 'node:assert/strict';
import { toAuditEvent } from '../../../../../src/core/service/decode.ts';
import type { Deps } from '../../../../../src/extension/app/deps.ts';
import { createTokenStates } from '../../../../../src/node/credentials/tokenStates.ts';
import { EventEmitter } from '../../fakeVscode.ts';
import { connectionOf, fakeService, fileOf, settled } from '../fakeModel.ts';
import '../../withVscode.ts';

const { registerTokenFailureUpdates: registerTokenFailures } = await import(
  '../../../../../src/extension/audit/model/tokenFailures.ts'
);
const { registerAutomaticLoads } = await import('../../../../../src/extension/audit/model/automaticLoads.ts');

const one = toAuditEvent({ context: { changeID: 'c1' } });

function setUp(accountID = 'a') {
  const connection = connectionOf('a', { accountID });
  const service = fakeService(connection, connectionOf('b'));
  const states = createTokenStates(new EventEmitter<void>());
  const signIns = new EventEmitter<string>();
  const deps = {
    ...service.deps,
    credentials: { tokenStates: states, onDidChange: signIns.event },
  };
  const seeing = new EventEmitter<{ visible: boolean }>();
  const view = { visible: true, onDidChangeVisibility: seeing.event };
  registerAutomaticLoads(service.model, deps as unknown as Deps, view);
  registerTokenFailures(service.model, deps.credentials);
  const see = (visible: boolean): void => {
    view.visible = visible;
    seeing.fire({ visible });
  };
  const show = (): Promise<void> => {
    see(false);
    see(true);
    return settled();
  };
  /** The panel is shown, and the service answers its request. */
  const showLoaded = async (): Promise<void> => {
    await show();
    service.asked[0]?.answer({ events: [one] });
    await settled();
  };
  const hide = (): void => see(false);
  type Outcome = Parameters<ReturnType<typeof states.trackRequest>>[0];
  /** The service takes the token, for a query. */
  const query = (): Promise<void> => {
    states.trackRequest(connection)({ ok: true } as Outcome);
    return settled();
  };
  /** The service refuses it for events. */
  const refuse = (asked: (typeof service.asked)[number] | undefined): Promise<void> => {
    states.trackRequest(connection)({
      ok: false,
      error: { kind: 'status', status: 401 },
    } as Outcome);
    asked?.refuse(401);
    return settled();
  };
  const storeToken = (): void => {
    states.reset('a');
    signIns.fire('a');
  };
  /** Another token is kept, and the service takes it. */
  const signIn = (): Promise<void> => {
    storeToken();
    return query();
  };
  return { ...service, show, showLoaded, hide, query, refuse, signIn, storeToken };
}

describe('the side panel of audit events', () => {
  it('loads with the first look, and not again, whether or not that failed', async () => {
    for (const fails of [false, true]) {
      const { asked, show } = setUp();
      await show();
      assert.equal(asked.length, 1);
      if (fails) asked[0]?.refuse(500);
      else asked[0]?.answer({});
      await settled();
      await show();
      assert.equal(asked.length, 1);
    }
  });

  it('loads again after a failure where the connection is another', async () => {
    const { asked, show, setConnections } = setUp();
    await show();
    asked[0]?.refuse(500);
    await settled();
    setConnections([connectionOf('b')]);
    await settled();
    assert.deepEqual(
      asked.map(({ connection }) => connection),
      ['a', 'b'],
    );
  });

  it('loads nothing while files or a table are being opened, and makes up for it where nothing is displayed', async () => {
    const { asked, model, setConnections, show, showLoaded } = setUp();
    await showLoaded();
    const isLost = await model.source.runOpening(async (isCurrent) => {
      setConnections([connectionOf('b')]);
      await settled();
      assert.equal(model.state.isLoaded(), false, 'events of the other connection are not displayed');
      await show();
      assert.equal(asked.length, 1);
      return !isCurrent();
    });
    assert.equal(isLost, false);
    await settled();
    assert.deepEqual(
      asked.map(({ connection }) => connection),
      ['a', 'b'],
    );
  });

  it('loads nothing after files or a table were opened, and nothing at the end of an opening without need', async () => {
    const { asked, model, setConnections, showLoaded } = setUp();
    await showLoaded();
    await model.source.runOpening(settled);
    await model.source.runOpening(async () => {
      setConnections([connectionOf('b')]);
      await settled();
      model.source.displayOpenedFile(fileOf(model, 'f', [one]));
    });
    await settled();
    assert.equal(asked.length, 1);
  });

  it('does not end an opening where a token works for a query', async () => {
    const { asked, model, query, refuse, show, storeToken } = setUp();
    await show();
    await refuse(asked[0]);
    storeToken();
    const isKept = await model.source.runOpening(async (isCurrent) => {
      await query();
      assert.equal(asked.length, 1);
      return isCurrent();
    });
    assert.equal(isKept, true);
    await settled();
    assert.equal(asked.length, 2);
  });

  it('ends an opening where the user requests other events, or begins another one', async () => {
    const { model } = setUp();
    const isKept = await model.source.runOpening(async (isCurrent) => {
      void model.requests.loadNewest({});
      return isCurrent() || model.source.isOpening();
    });
    assert.equal(isKept, false);
    let endFirst = (): void => undefined;
    const first = model.source.runOpening(async (isCurrent) => {
      await new Promise<void>((resolve) => {
        endFirst = resolve;
      });
      return isCurrent();
    });
    const second = model.source.runOpening(async (isCurrent) => {
      endFirst();
      assert.equal(await first, false);
      return isCurrent() && model.source.isOpening();
    });
    assert.equal(await second, true);
    assert.equal(model.source.isOpening(), false);
  });

  it('loads again once a token works that was stored while the events were requested without one', async () => {
    const { asked, show, signIn, storeToken, query } = setUp();
    await show();
    storeToken();
    asked[0]?.fail({ kind: 'noToken', retry: false });
    await settled();
    assert.equal(asked.length, 1);
    await query();
    assert.equal(asked.length, 2);
    asked[1]?.answer({});
    await signIn();
    assert.equal(asked.length, 2);
  });

  it('loads again where the token failed and another one works, at the next look at the latest', async () => {
    for (const isHidden of [false, true]) {
      const { asked, show, hide, signIn } = setUp();
      await show();
      asked[0]?.refuse(401);
      await settled();
      if (isHidden) hide();
      await signIn();
      assert.equal(asked.length, isHidden ? 1 : 2);
      if (isHidden) await show();
      assert.equal(asked.length, 2);
    }
  });

  it('asks no more than once again with a token that queries work with and events don’t', async () => {
    const { asked, show, hide, query, refuse, signIn } = setUp();
    await show();
    await refuse(asked[0]);
    for (let queries = 0; queries < 3; queries++) {
      await query();
      await refuse(asked[1]);
    }
    hide();
    await query();
    await show();
    assert.equal(asked.length, 2);
    await signIn();
    assert.equal(asked.length, 3);
    asked[2]?.answer({});
    await settled();
    assert.equal(asked.length, 3);
  });

  it('does not load again after another failure because a token works', async () => {
    const { asked, show, signIn } = setUp();
    await show();
    asked[0]?.refuse(500);
    await settled();
    await signIn();
    assert.equal(asked.length, 1);
  });

  it('asks for nothing where an account ID is missing', async () => {
    const { asked, show } = setUp('');
    await show();
    assert.equal(asked.length, 0);
  });
});
