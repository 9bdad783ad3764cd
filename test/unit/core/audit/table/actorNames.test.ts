import assert from 'node:assert/strict';
import { createActorShortener } from '../../../../../src/core/audit/table/actorNames.ts';

const short = (...actors: readonly string[]): readonly string[] => actors.map(createActorShortener(actors));

describe('short names of actors', () => {
  it('leave out the domain that most share, and no other', () => {
    assert.deepEqual(short('maria@local.test', 'kofi@local.test', 'maria@other.test', 'sa-billing'), [
      'maria',
      'kofi',
      'maria@other.test',
      'sa-billing',
    ]);
  });
  it('are those of two actors never the same', () => {
    assert.deepEqual(short('ada@a.test', 'ada', 'eve@a.test'), ['ada@a.test', 'ada', 'eve']);
    assert.deepEqual(short('a•••@x.test', 'a•••(2)@x.test'), ['a•••', 'a•••(2)']);
  });
  it('are the whole where there is no domain, or nothing before it', () => {
    assert.deepEqual(short('sa-1', '@x.test', ''), ['sa-1', '@x.test', '']);
    assert.deepEqual(short(), []);
  });
});
