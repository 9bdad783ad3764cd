import assert from 'node:assert/strict';
import { PGlite } from '@electric-sql/pglite';
import { lexWithComments } from '../../src/core/sql/lexer/lexer.ts';

describe('strings over several lines, on PostgreSQL', () => {
  let engine: PGlite;
  before(async () => {
    engine = await PGlite.create();
  });
  after(() => engine.close());

  // libpg-query, the judge elsewhere, hands comments on as tokens, so that its strings end before one.
  const gaps = [
    '\n',
    ' -- x\n',
    '--\n',
    '\n-- x\n',
    ' \n -- a\n -- b\n ',
    '\r-- y\r',
    '\n\t-- y\r\n',
    " -- it's\n",
  ];
  for (const gap of gaps) {
    it(`goes on over ${JSON.stringify(gap)}`, async () => {
      const sql = `'a'${gap}'b'`;
      assert.deepEqual((await engine.query(`SELECT ${sql} AS one`)).rows, [{ one: 'ab' }]);
      assert.deepEqual(
        lexWithComments(sql).map(({ kind, end }) => [kind, end]),
        [['string', sql.length]],
      );
    });
  }
  for (const gap of [' ', '\t', '/* x */\n', '\n/* x */']) {
    it(`ends before ${JSON.stringify(gap)}`, async () => {
      const sql = `'a'${gap}'b'`;
      await assert.rejects(engine.query(`SELECT ${sql} AS one`), /syntax error/);
      assert.equal(lexWithComments(sql).filter(({ kind }) => kind === 'string').length, 2);
    });
  }
});
