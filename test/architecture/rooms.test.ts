import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { readRoot, root, sources } from './sources.ts';

/** The rooms of the house: second-level folders of `src`, and first-level ones that have no folders below them. */
const rooms: readonly string[] = [
  ...new Set(sources('src').map(({ path }) => path.split('/').slice(0, -1).slice(0, 3).join('/'))),
]
  .filter((room, _, all) => room !== 'src' && !all.some((other) => other.startsWith(`${room}/`)))
  .sort();

const readme = (room: string): string => `${room}/README.md`;

/** The files and folders that a README names: in backticks, with an ending or a slash, from its room or the root. */
function filesNamed(text: string): readonly string[] {
  return [...text.matchAll(/`((?:[\w.-]+\/)*(?:[\w-]+\.(?:ts|md|json|cjs)|\.vscodeignore|[\w-]+\/))`/g)].map(
    (match) => match[1] ?? '',
  );
}

/** What is built is not there in every checkout. */
const isThere = (room: string, name: string): boolean =>
  name.startsWith('dist/') || existsSync(join(root, room, name)) || existsSync(join(root, name));

describe('rooms', () => {
  it('each has a README of at most 25 lines', () => {
    assert.ok(rooms.length > 20);
    const wrong = rooms.filter(
      (room) =>
        !existsSync(join(root, readme(room))) || readRoot(readme(room)).trimEnd().split('\n').length > 25,
    );
    assert.deepEqual(wrong, []);
  });

  it('each README names entry points, what may be imported, where to start and how to add something', () => {
    const parts = [/entry points?/i, /may import/i, /start reading/i, /^## To add$/m];
    const wrong = rooms.flatMap((room) =>
      parts.filter((part) => !part.test(readRoot(readme(room)))).map((part) => `${room} ${part}`),
    );
    assert.deepEqual(wrong, []);
  });

  it('READMEs name files and folders that are there', () => {
    const missing = rooms.flatMap((room) =>
      filesNamed(readRoot(readme(room)))
        .filter((name) => !isThere(room, name))
        .map((name) => `${readme(room)} names ${name}`),
    );
    assert.deepEqual(missing, []);
  });

  it('a name that is not there is seen', () => {
    const named = filesNamed(
      'See `client.ts`, `lint/check.ts`, `src/core/sql/` and `createGrid`, `a {0} b`.',
    );
    assert.deepEqual(named, ['client.ts', 'lint/check.ts', 'src/core/sql/']);
    assert.equal(isThere('src/core/service', 'client.ts'), true);
    assert.equal(isThere('src/core/service', posix.join('..', 'nothing.ts')), false);
  });
});
