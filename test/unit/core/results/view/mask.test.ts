import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createRowStore } from '../../../../../src/core/results/loading/rowStore.ts';
import {
  createDeclaredColumnTest,
  createMask,
  createSourceColumnLookup,
  type MaskMode,
  maskRows,
  REVEAL_MS,
} from '../../../../../src/core/results/view/mask.ts';
import { createView, MASK_TEXT } from '../../../../../src/core/results/view/view.ts';
import type { Environment } from '../../../../../src/core/service/connections/connections.ts';
import { prepareQuery } from '../../../../../src/core/sql/execution/preparedQuery.ts';
import { numbered } from '../loading/records.ts';
import { sortRows } from './onePiece.ts';

const masking = (mode: MaskMode | undefined, environment: Environment = 'test') => {
  let time = 1_000_000;
  const mask = createMask({ mode, environment, isDeclared: (column) => column === 1, now: () => time });
  const wait = (ms: number): void => {
    time += ms;
  };
  return { mask, wait };
};

describe('mask', () => {
  it('hides declared columns, all or none', () => {
    const hidden = (mode: MaskMode | undefined, environment?: Environment): boolean[] => {
      const { mask } = masking(mode, environment);
      return [0, 1].map((column) => mask.hides(7, column));
    };
    assert.deepEqual(hidden('declared'), [false, true]);
    assert.deepEqual(hidden('all'), [true, true]);
    assert.deepEqual(hidden('none'), [false, false]);
    const covered = (mode: MaskMode): boolean[] =>
      [0, 1].map((column) => masking(mode).mask.coversColumn(column));
    assert.deepEqual(
      [covered('declared'), covered('all')],
      [
        [false, true],
        [true, true],
      ],
    );
    assert.deepEqual(covered('none'), [false, false]);
  });

  it('is stricter on production where nothing was set', () => {
    for (const [environment, all] of [
      ['production', true],
      ['test', false],
      ['development', false],
    ] as const) {
      assert.equal(masking(undefined, environment).mask.hides(1, 0), all);
    }
    assert.equal(masking('declared', 'production').mask.hides(1, 0), false);
  });

  it('reveals a cell, a column, or everything for half a minute', () => {
    const { mask, wait } = masking('all');
    mask.revealCell(3, 1);
    assert.deepEqual([mask.hides(3, 1), mask.hides(4, 1), mask.hides(3, 0)], [false, true, true]);
    mask.revealColumn(0);
    assert.deepEqual([mask.hides(9, 0), mask.hides(9, 1)], [false, true]);
    assert.equal(mask.msUntilNextHide(), undefined);
    mask.revealAllTemporarily();
    assert.equal(mask.hides(9, 1), false);
    wait(REVEAL_MS - 1);
    assert.equal(mask.hides(9, 1), false);
    assert.equal(mask.msUntilNextHide(), 1);
    wait(1);
    assert.equal(mask.hides(9, 1), true);
    assert.equal(mask.hides(3, 1), false);
    mask.hideAll();
    assert.equal(mask.hides(3, 1), true);
    mask.revealColumn(1);
    mask.setMode('declared');
    assert.equal(mask.hides(3, 1), true);
  });

  it('a copy or an export has what is hidden when it begins, whatever comes meanwhile', () => {
    const { mask, wait } = masking('all');
    const before = mask.createSnapshotTest();
    mask.revealAllTemporarily();
    const during = mask.createSnapshotTest();
    wait(REVEAL_MS);
    mask.revealColumn(1);
    assert.deepEqual(
      [before(1, 1), during(1, 1), mask.hides(1, 1), mask.hides(1, 0)],
      [true, false, false, true],
    );
  });

  it('of what leaves the screen hides what is covered, whatever is revealed', () => {
    for (const environment of ['production', 'test'] as const) {
      const mask = createMask({
        mode: 'declared',
        environment,
        isDeclared: (column) => column === 1,
        now: () => 0,
      });
      const earlier = mask.createUnrevealedTest();
      mask.revealCell(3, 1);
      mask.revealColumn(1);
      mask.revealAllTemporarily();
      assert.equal(mask.createSnapshotTest()(3, 1), false);
      for (const hides of [earlier, mask.createUnrevealedTest()])
        assert.deepEqual([hides(3, 0), hides(3, 1), hides(4, 1)], [false, true, true]);
      mask.setMode('none');
      assert.equal(mask.createUnrevealedTest()(3, 1), false);
      assert.equal(earlier(3, 1), true);
    }
  });

  it('goes by the row’s number in the result, so that sorting reveals nothing else', () => {
    const { mask } = masking('all');
    const store = createRowStore();
    store.addPage(25, numbered(25, 50));
    mask.revealCell(27, 1);
    const rows = maskRows(store, mask.hides);
    assert.deepEqual(
      rows.rows(0, 3).map((row) => row[1]),
      [MASK_TEXT, 'person 26', MASK_TEXT],
    );
    const sorted = createView(rows, { rows: sortRows(store, [{ column: 0, descending: true }]) });
    assert.deepEqual([sorted.value(23, 1), sorted.value(1, 1)], ['person 26', MASK_TEXT]);
    store.addPage(0, numbered(0, 25));
    assert.deepEqual([rows.value(26, 1), rows.value(1, 1)], ['person 26', MASK_TEXT]);
  });

  it('on production nothing stays revealed', () => {
    const { mask, wait } = masking('all', 'production');
    mask.revealCell(1, 0);
    mask.revealColumn(1);
    assert.deepEqual([mask.hides(1, 0), mask.hides(1, 1)], [false, false]);
    wait(REVEAL_MS);
    assert.deepEqual([mask.hides(1, 0), mask.hides(1, 1)], [true, true]);
    assert.equal(mask.msUntilNextHide(), undefined);
  });

  it('after hiding nothing is revealed, whatever was', () => {
    const act = fc.oneof(
      fc.tuple(fc.constant('cell' as const), fc.nat(3), fc.nat(2)),
      fc.tuple(fc.constant('column' as const), fc.nat(2), fc.nat(2)),
      fc.tuple(fc.constant('while' as const), fc.nat(40_000), fc.nat(1)),
    );
    fc.assert(
      fc.property(fc.array(act, { maxLength: 10 }), (acts) => {
        const { mask, wait } = masking('declared');
        for (const [what, a, b] of acts) {
          if (what === 'cell') mask.revealCell(a, b);
          else if (what === 'column') mask.revealColumn(a);
          else {
            mask.revealAllTemporarily();
            wait(a);
          }
          assert.equal(mask.hides(a, 0), false);
        }
        mask.hideAll();
        for (let row = 0; row < 4; row++) assert.ok(mask.hides(row, 1));
      }),
    );
  });
});

describe('declared columns', () => {
  const policies = [
    { table: 'persons', column: 'SSN', masked: true },
    { table: 'cards', column: 'number', masked: true },
    { table: 'persons', column: 'name' },
  ];

  function isDeclared(sql: string, name: string): boolean {
    const names = prepareQuery(sql).names;
    const tables = names.tables.map((table) => table.name);
    return createDeclaredColumnTest(
      policies,
      tables,
      createSourceColumnLookup(prepareQuery(sql).outputs, names, policies),
    )(name);
  }

  it('go by the tables of the statement, without regard to case', () => {
    const declared = createDeclaredColumnTest(policies, ['Persons']);
    assert.deepEqual(['ssn', 'persons.ssn', 'SSN', 'number', 'name'].map(declared), [
      true,
      true,
      true,
      false,
      false,
    ]);
    assert.equal(createDeclaredColumnTest(policies, ['vault.persons'])('ssn'), true);
    assert.equal(createDeclaredColumnTest(policies, undefined)('number'), true);
  });

  it('follow a column that is renamed', () => {
    const declared = createDeclaredColumnTest(policies, ['persons'], (name) => (name === 'x' ? ['ssn'] : []));
    assert.deepEqual(['x', 'ssn', 'y'].map(declared), [true, true, false]);
  });
  it('may be any column that a list renames', () => {
    for (const [sql, name, expected] of [
      ['SELECT s FROM persons p(i, s)', 's', true],
      ['SELECT * FROM persons p(i, s)', 's', true],
      ['SELECT i AS x FROM persons p(i, s)', 'x', true],
      ['SELECT j.s FROM (persons p JOIN cards c ON true) j(i, s)', 's', true],
      ['SELECT state FROM persons p(i, s)', 'state', false],
      ['SELECT s FROM other o(s)', 's', false],
      ['SELECT U&"ss\\006e" FROM persons', 'ssn', true],
      ['SELECT U&"ss\\006e" AS x FROM persons', 'x', true],
    ] as const) {
      assert.equal(isDeclared(sql, name), expected, sql);
    }
  });
  it('follow a column to a name that is a word of SQL, or that is cut', () => {
    for (const [sql, name, expected] of [
      ['SELECT ssn AS limit FROM persons', 'limit', true],
      ['SELECT name AS from, ssn AS x FROM persons', 'x', true],
      ['SELECT p.offset, p.ssn x FROM persons p', 'x', true],
      ['SELECT name AS limit FROM persons', 'limit', false],
      [`SELECT ssn AS ${'a'.repeat(70)} FROM persons`, 'a'.repeat(63), true],
      [`SELECT ssn AS a${'é'.repeat(40)} FROM persons`, `a${'é'.repeat(31)}`, true],
      ['SELECT ssn AS number_of_person, name AS number FROM persons', 'number', false],
      [`SELECT ssn AS ${'語'.repeat(20)}😀 FROM persons`, '語'.repeat(20), true],
      // A name of 20 bytes is not truncated.
      [`SELECT ssn AS ${'a'.repeat(40)}, name AS b FROM persons`, 'a'.repeat(20), false],
      [`SELECT ssn AS ${'語'.repeat(40)}, name AS b FROM persons`, '語'.repeat(21), true],
    ] as const) {
      assert.equal(isDeclared(sql, name), expected, sql);
    }
  });
  it('follow a row as a whole', () => {
    for (const [sql, name, expected] of [
      ['SELECT p FROM persons p', 'p', true],
      ['SELECT persons AS x FROM persons', 'x', true],
      ['SELECT MAX(p) FROM persons p', 'max', true],
      ['SELECT (p).ssn AS x FROM persons p', 'x', true],
      ['SELECT persons FROM persons p', 'persons', false],
      ['SELECT p.name FROM persons p', 'name', false],
      ['SELECT o FROM other o', 'o', false],
    ] as const) {
      assert.equal(isDeclared(sql, name), expected, sql);
    }
  });
  it('follow the labels of subqueries and common tables', () => {
    for (const [sql, name, expected] of [
      ['SELECT v FROM (SELECT ssn AS v FROM persons) q', 'v', true],
      ['SELECT * FROM (SELECT v AS w FROM (SELECT ssn v FROM persons) a) b', 'w', true],
      ['SELECT q.v AS z, q.n FROM (SELECT ssn AS v, name AS n FROM persons) q', 'z', true],
      ['SELECT q.v AS z, q.n FROM (SELECT ssn AS v, name AS n FROM persons) q', 'n', false],
      ['WITH w AS (SELECT ssn AS v FROM persons) SELECT v AS z FROM w', 'z', true],
      ['WITH w AS (SELECT ssn AS v, name AS n FROM persons) (SELECT n AS z FROM w)', 'z', false],
    ] as const) {
      assert.equal(isDeclared(sql, name), expected, sql);
    }
  });
});
