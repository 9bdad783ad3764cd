import assert from 'node:assert/strict';
import { type Source, sources } from './sources.ts';

const exported =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:const|let|function\*?|class|interface|type|enum) ([A-Za-z_$][\w$]*)/gm;

/** The exports that a type of another file's declaration needs, though no source names them. */
const namedByCompiler: ReadonlySet<string> = new Set(['src/core/results/export/copy.ts WhereCondition']);

/** The exported names of `all` below `src` that no other of these sources contains, as `path name`. */
function unusedExports(all: readonly Source[]): readonly string[] {
  const users = new Map<string, Set<string>>();
  for (const { path, text } of all) {
    for (const [word] of text.matchAll(/[A-Za-z_$][\w$]*/g)) {
      const paths = users.get(word) ?? new Set();
      users.set(word, paths.add(path));
    }
  }
  return all
    .filter(({ path }) => path.startsWith('src/'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(exported)]
        .map(([, name = '']) => name)
        .filter((name) => ![...(users.get(name) ?? [])].some((user) => user !== path))
        .map((name) => `${path} ${name}`),
    );
}

describe('exports', () => {
  it('are used by another file', () => {
    // This file names an export without using it.
    const others = sources('test').filter(({ path }) => path !== 'test/architecture/exports.test.ts');
    const unused = unusedExports([...sources('src'), ...others]);
    assert.deepEqual(
      unused.filter((name) => !namedByCompiler.has(name)),
      [],
    );
    assert.deepEqual(
      [...namedByCompiler].filter((name) => !unused.includes(name)),
      [],
      'each exception is still needed',
    );
  });

  it('of which no file makes use are seen', () => {
    const found = unusedExports([
      {
        path: 'src/a.ts',
        text: 'export const used = 1;\nexport interface Unused {}\nexport type Own = Unused;',
      },
      { path: 'test/a.test.ts', text: 'import { used } from "../src/a.ts"; type Own = 1;' },
    ]);
    assert.deepEqual(found, ['src/a.ts Unused']);
  });
});
