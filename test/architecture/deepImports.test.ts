import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { importsOf, readRoot, sources } from './sources.ts';

const require = createRequire(import.meta.url);

/**
 * Parts of libraries that are imported past the library's own door, with what breaks here when the library moves or
 * changes them. Packages are pinned, so that happens with a new version only, and then these tests say what to do.
 */
const relied: Readonly<Record<string, string>> = {
  'undici/lib/dispatcher/agent.js': 'no request can be sent directly',
  'undici/lib/dispatcher/proxy-agent.js': 'no request can be sent through a proxy',
  'undici/lib/dispatcher/pool.js': 'neither agent has connections',
  'undici/lib/dispatcher/client.js': 'interim responses (1xx) end a request',
  'undici/lib/api/api-connect.js': 'a proxy gives no tunnel for https',
  'undici/lib/api/api-request.js': 'no request can be sent',
  'jsonc-parser/lib/esm/impl/scanner.js': 'no answer of the service can be read',
  'node-sql-parser/build/postgresql.js': 'there is no second opinion on undocumented constructs',
};

/** Whether an import names a file of a package that the package does not export under that name. */
function isDeep(name: string): boolean {
  const [, library = '', part = ''] = /^((?:@[^/]+\/)?[^./@:][^/:]*)\/(.+)$/.exec(name) ?? [];
  if (part === '' || name.startsWith('node:')) return false;
  const { exports = {} } = JSON.parse(readRoot(`node_modules/${library}/package.json`)) as {
    readonly exports?: Readonly<Record<string, unknown>>;
  };
  return !Object.hasOwn(exports, `./${part}`);
}

/** What the module exports by default, or all of it. */
async function load(name: string): Promise<unknown> {
  try {
    const module: { readonly default?: unknown } = await import(name);
    return module.default ?? module;
  } catch (error) {
    return assert.fail(`${name} is gone, so ${relied[name]}: ${String(error)}`);
  }
}

/** Why undici is not imported as a whole: see src/node/transport/undiciDeep.d.ts. */
function assertSame(name: string, inside: unknown, outside: unknown): void {
  assert.equal(typeof inside, 'function', `${name} is something else now, so ${relied[name]}`);
  assert.equal(inside, outside, `${name} is not what undici gives any more, so ${relied[name]}`);
}

describe('deep imports', () => {
  it('are those that are known, and each is still there', async () => {
    const found = new Set(sources('src').flatMap(({ text }) => importsOf(text).filter(isDeep)));
    assert.deepEqual([...found].sort(), Object.keys(relied).sort());
    for (const name of found) await load(name);
  });

  it('are told from what a package exports', () => {
    assert.equal(isDeep('undici'), false);
    assert.equal(isDeep('node:fs/promises'), false);
    assert.equal(isDeep('fflate/browser'), false);
    assert.equal(isDeep('undici/lib/dispatcher/agent.js'), true);
  });

  it('of undici’s dispatchers give the classes that undici itself gives', async () => {
    const { Agent, ProxyAgent, Pool, Client } = withoutTrace(
      () => require('undici') as typeof import('undici'),
    );
    for (const [name, outside] of Object.entries({
      agent: Agent,
      'proxy-agent': ProxyAgent,
      pool: Pool,
      client: Client,
    })) {
      const path = `undici/lib/dispatcher/${name}.js`;
      assertSame(path, await load(path), outside);
    }
  });

  it('of undici’s calls give the methods that undici puts on its dispatchers', async () => {
    const { Dispatcher } = withoutTrace(() => require('undici') as typeof import('undici'));
    for (const name of ['request', 'connect'] as const) {
      const path = `undici/lib/api/api-${name}.js`;
      assertSame(path, await load(path), Dispatcher.prototype[name]);
    }
  });

  it('of jsonc-parser’s scanner number tokens as src/core/service/parseJson.ts does', async () => {
    const name = 'jsonc-parser/lib/esm/impl/scanner.js';
    const { createScanner } = (await import(name)) as typeof import('jsonc-parser');
    const scanner = createScanner('{}[],:null true false "a"1\n/', false);
    const kinds = Array.from({ length: 18 }, () => scanner.scan());
    assert.deepEqual(
      kinds,
      [1, 2, 3, 4, 5, 6, 7, 15, 8, 15, 9, 15, 10, 11, 14, 16, 17, 17],
      `${name} numbers its tokens otherwise, so ${relied[name]}`,
    );
  });
});

/** undici as a whole takes the dispatcher of everybody’s fetch: it is put back. */
function withoutTrace<T>(run: () => T): T {
  const slots = [1, 2].map((slot) => Symbol.for(`undici.globalDispatcher.${slot}`));
  const before = slots.map((slot) => Object.getOwnPropertyDescriptor(globalThis, slot));
  try {
    return run();
  } finally {
    for (const [i, slot] of slots.entries()) {
      const was = before[i];
      if (was) Object.defineProperty(globalThis, slot, was);
      else Reflect.deleteProperty(globalThis, slot);
    }
  }
}
