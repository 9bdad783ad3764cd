import assert from 'node:assert/strict';
import { createLoadAll, type LoadAllState } from '../../../src/core/results/loading/loadAll.ts';
import { createEmptyResult } from '../../../src/core/results/loading/result.ts';
import type { ApiError } from '../../../src/core/service/errors.ts';
import { sleep } from '../../../src/node/sleep.ts';
import { KINDS, MATRIX, type Outcome, SITUATIONS, type Situation, situationNames } from './matrix.ts';
import { type Person, personOf } from './people.ts';
import { createWorld, query, ROWS, type TestWindow, type World } from './world.ts';

interface Scene {
  readonly world: World;
  readonly person: Person;
  readonly window: TestWindow;
}

const isSignIn = (error: ApiError | undefined): boolean =>
  error?.kind === 'noToken' || (error?.kind === 'status' && error.status === 401);

/** Loads all rows in a window as its results do: a sign-in continues what waits for one. */
function startLoading(
  { world, person: { connection } }: Scene,
  window: TestWindow,
  beforeRequest: (request: number, failed: number) => unknown,
): { settled(): Promise<LoadAllState> } {
  const client = window.client(connection);
  const result = createEmptyResult({ pageSize: 25 });
  let requests = 0;
  let changed = (): void => undefined;
  const loading = createLoadAll(
    {
      result,
      concurrency: 4,
      maxRows: 1000,
      async fetch(offset, _limit, signal) {
        await beforeRequest(++requests, loading.state().failed);
        return client.executeQuery({ ...query(world, offset), isWithoutRetry: true }, signal);
      },
      onChange: () => changed(),
    },
    {
      now: () => performance.now(),
      sleep,
      random: Math.random,
      abortController: () => new AbortController(),
    },
  );
  window.credentials.onDidChange(() => {
    const state = loading.state();
    if (state.phase === 'paused' && state.pausedBy === 'signIn') void loading.start();
  });
  const settled = (): Promise<LoadAllState> =>
    new Promise((resolve) => {
      changed = () => {
        const state = loading.state();
        if (state.phase === 'done' || state.phase === 'paused') resolve(state);
      };
      changed();
    });
  void loading.start();
  return { settled };
}

const isWhole = ({ phase, rows }: LoadAllState): boolean => phase === 'done' && rows === ROWS;

/** Loads all while the token ends in the middle; `meanwhile` happens then too, `later` once a request has failed. */
async function loadPastExpiry(
  scene: Scene,
  meanwhile: () => unknown = () => undefined,
  later: () => unknown = () => undefined,
) {
  const { world, person, window } = scene;
  if (person.isAsked) await person.signIn(window);
  assert.ok((await window.client(person.connection).executeQuery(query(world))).ok);
  const before = world.authorization.issued();
  const { settled } = startLoading(scene, window, async (request, failed) => {
    if (failed > 0) later();
    if (request !== 2) return;
    world.authorization.expireTokens();
    await meanwhile();
  });
  const state = await settled();
  return {
    settled,
    state,
    issued: () => world.authorization.issued() - before,
  };
}

/** What comes of a load that paused: whether the person can continue it by signing in. */
async function afterPause(
  { person, window }: Scene,
  state: LoadAllState,
  settled: () => Promise<LoadAllState>,
): Promise<Outcome> {
  assert.ok(
    state.phase === 'paused' && state.pausedBy !== 'user' && isSignIn(state.error),
    JSON.stringify(state),
  );
  if (person.connection.auth.kind === 'environment') return 'stops';
  const isForPerson =
    state.error.kind === 'status' ||
    (state.error.kind === 'noToken' && state.error.signIn?.code === 'session-ended');
  if (!isForPerson) return 'says';
  await person.signIn(window);
  const after = await settledWhole(settled);
  return after ? 'asks' : 'says';
}

/** The load that a sign-in continues is still paused for a moment. */
async function settledWhole(settled: () => Promise<LoadAllState>): Promise<boolean> {
  for (let turn = 0; turn < 200; turn++) {
    if (isWhole(await settled())) return true;
    await sleep(10);
  }
  return false;
}

const observe: Readonly<Record<Situation, (scene: Scene) => Promise<Outcome>>> = {
  async first({ world, person, window }) {
    const client = window.client(person.connection);
    const first = await client.executeQuery(query(world));
    if (first.ok) return window.questions() > 0 ? 'approves' : 'works';
    assert.ok(first.error.kind === 'noToken' && first.error.signIn === undefined);
    await person.signIn(window);
    assert.ok((await client.executeQuery(query(world))).ok);
    return 'signsIn';
  },
  async expiry(scene) {
    const { state, settled, issued } = await loadPastExpiry(scene);
    if (!isWhole(state)) return afterPause(scene, state, settled);
    assert.equal(issued(), 1);
    return 'renews';
  },
  async refused(scene) {
    const { state, settled } = await loadPastExpiry(scene, () => scene.person.refuse(true));
    scene.person.refuse(false);
    return afterPause(scene, state, settled);
  },
  async clock(scene) {
    const { world, person } = scene;
    for (const ahead of [600_000, -600_000]) {
      const window = world.window(ahead);
      if (person.isAsked) await person.signIn(window);
      const before = world.authorization.issued();
      const { settled } = startLoading(scene, window, () => undefined);
      assert.ok(isWhole(await settled()), `${ahead}`);
      // A wrong clock must not have a token renewed at each request.
      assert.ok(world.authorization.issued() - before <= 1, `${world.authorization.issued() - before}`);
    }
    return 'works';
  },
  async down(scene) {
    const { person } = scene;
    const past = await loadPastExpiry(
      scene,
      () => person.goDown(true),
      () => person.goDown(false),
    );
    person.goDown(false);
    if (!isWhole(past.state)) return afterPause(scene, past.state, past.settled);
    assert.equal(past.issued(), 1);
    return 'waits';
  },
  async windows(scene) {
    const { world, person, window } = scene;
    const other = world.window();
    const windows = [window, other];
    if (person.isAsked) await person.signIn(window);
    for (const one of windows) assert.ok((await one.client(person.connection).executeQuery(query(world))).ok);
    if (person.connection.auth.kind === 'environment') return 'works';
    const before = world.authorization.issued();
    world.authorization.expireTokens();
    const loads = windows.map((one) => startLoading(scene, one, () => undefined));
    const states = await Promise.all(loads.map(({ settled }) => settled()));
    if (states.every(isWhole))
      return world.authorization.issued() - before === 1 ? 'renewsOnce' : 'renewsEach';
    // A sign-in in one window is one in all.
    await person.signIn(other);
    for (const { settled } of loads) assert.ok(await settledWhole(settled));
    return 'asks';
  },
};

describe('every kind of sign-in in every situation', () => {
  for (const kind of KINDS) {
    describe(`by ${kind}`, () => {
      let world: World;
      let person: Person;
      beforeEach(async () => {
        // Short enough that a clock that is off by ten minutes matters.
        world = await createWorld({ lifetimeSeconds: 300 });
        person = await personOf(kind, world);
      });
      afterEach(async () => {
        person.leave();
        await world.close();
      });
      for (const situation of SITUATIONS) {
        const cell = MATRIX[kind][situation];
        if (typeof cell === 'object') continue;
        it(`${situationNames[situation]}: ${cell}`, async () => {
          assert.equal(await observe[situation]({ world, person, window: world.window() }), cell);
        });
      }
    });
  }
});
