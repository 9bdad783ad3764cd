import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { EventKey } from '../../../../../../src/core/audit/table/eventSet.ts';
import { FoldedRows, type TablePlace } from '../../../../../../src/extension/audit/views/table/foldedRows.ts';
import type { NamedRun } from '../../../../../../src/extension/audit/views/table/namedRuns.ts';

/** Which events are own ones, and which of their runs are expanded. */
const anyFolding = fc.tuple(fc.array(fc.boolean(), { maxLength: 40 }), fc.array(fc.boolean()));

function runsOf(own: readonly boolean[]): readonly NamedRun[] {
  return [...own.keys()]
    .filter((at) => own[at] && !own[at - 1])
    .map((at) => {
      const end = own.indexOf(false, at);
      const count = (end < 0 ? own.length : end) - at;
      const keys = Array.from({ length: count }, (_, place) => (at + place) as unknown as EventKey);
      return {
        kind: 'logReads',
        startIndex: at,
        count,
        logReads: count,
        keys,
        endsAtGap: false,
        name: `${at}`,
      };
    });
}

function plainPlaces(
  own: readonly boolean[],
  runs: readonly NamedRun[],
  isExpanded: (run: NamedRun) => boolean,
): readonly TablePlace[] {
  return [...own.keys()].flatMap((row): TablePlace[] => {
    const run = runs.find(({ startIndex: at, count }) => row >= at && row < at + count);
    if (!run) return [{ kind: 'event', row, expandedRun: undefined }];
    const head: TablePlace[] =
      run.startIndex === row ? [{ kind: 'run', run, isExpanded: isExpanded(run) }] : [];
    return isExpanded(run) ? [...head, { kind: 'event', row, expandedRun: run }] : head;
  });
}

describe('the rows of the table with folded runs', () => {
  it('map to those of the view and back, whatever is folded and expanded', () => {
    fc.assert(
      fc.property(anyFolding, fc.nat(45), fc.nat(45), ([own, expanded], from, length) => {
        const runs = runsOf(own);
        const isExpanded = (run: NamedRun): boolean => expanded[runs.indexOf(run)] === true;
        const folded = new FoldedRows(own.length, runs, isExpanded);
        const places = plainPlaces(own, runs, isExpanded);
        assert.equal(folded.rowCount, places.length);
        assert.deepEqual(folded.places(from, from + length), places.slice(from, from + length));
        for (const [row, place] of places.entries()) {
          const viewRow = place.kind === 'run' ? place.run.startIndex : place.row;
          assert.equal(folded.getViewRowOfTableRow(row), viewRow);
          if (place.kind === 'run' || !runs.some(({ startIndex: at }) => at === viewRow))
            assert.equal(folded.tableRow(viewRow), row);
        }
        assert.equal(folded.getViewRowOfTableRow(places.length), own.length);
        assert.ok(
          folded.hasSameFolds(
            new FoldedRows(own.length, runsOf(own), (run) =>
              isExpanded(runs.find(({ startIndex: at }) => at === run.startIndex) ?? run),
            ),
          ),
        );
      }),
    );
  });

  it('differ where another run is expanded', () => {
    const runs = runsOf([true, false, true]);
    const withExpanded = (at: number): FoldedRows => new FoldedRows(3, runs, (run) => run.startIndex === at);
    assert.ok(!withExpanded(0).hasSameFolds(withExpanded(2)));
    assert.ok(withExpanded(2).hasSameFolds(withExpanded(2)));
  });
});
