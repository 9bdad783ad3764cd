/** What a host offers beyond pages, over the rows that a FakeHost has: plain and slow, for tests. */
import type {
  Cell,
  ColumnSort,
  ColumnStatistics,
  FoundCell,
  Histogram,
  ResultsTools,
} from '../../src/protocol/results.ts';
import type { Handlers } from '../../src/protocol/rpc.ts';
import type { FakeHost } from './fakeHost.ts';

/** A search for it gets no answer. */
export const unansweredText = 'superseded';

export const everything = {
  sort: true,
  filter: true,
  find: true,
  statistics: true,
  copyAs: true,
  reveal: true,
  loadAll: true,
  export: true,
  toggleMask: true,
  copyRequestID: true,
} as const;

const plain: Intl.CollatorOptions = { numeric: true };
const order = (a: Cell | undefined, b: Cell | undefined): number =>
  (a?.t ?? '').localeCompare(b?.t ?? '', 'en', plain);

/** Ten bins between round edges; enough for the sample. */
function histogramOf(cells: readonly (Cell | undefined)[]): Histogram {
  const values = cells.map((cell) => Number(cell?.t));
  const low = Math.floor(Math.min(...values) / 1000) * 1000;
  const width = Math.ceil((Math.max(...values) + 1 - low) / 10_000) * 1000;
  const bins = Array.from({ length: 10 }, (_, index) => {
    const [from, to] = [low + index * width, low + (index + 1) * width];
    return {
      from: `${from}`,
      to: `${to}`,
      count: values.filter((value) => value >= from && value < to).length,
    };
  });
  return { bins, others: 0 };
}

export function toolsOf(host: FakeHost): Handlers<ResultsTools> {
  let arrival: typeof host.rows | undefined;
  let sorted: readonly ColumnSort[] = [];
  let filters: readonly {
    readonly id: string;
    readonly label: string;
    readonly editable: boolean;
    keeps(row: readonly Cell[]): boolean;
  }[] = [];
  const note = (method: string, params: unknown): void => {
    host.calls.push({ method, params });
  };
  const filterBy = (label: string, keeps: (row: readonly Cell[]) => boolean, editable = false): void => {
    filters = [...filters, { id: label, label, editable, keeps }];
    arrange();
  };
  function arrange(): void {
    arrival ??= host.rows;
    const kept = arrival.filter((row) => filters.every((filter) => filter.keeps(row)));
    host.rows = sorted.toReversed().reduce((rows, { column, descending }) => {
      const sign = descending ? -1 : 1;
      return rows.toSorted((a, b) => order(a[column], b[column]) * sign);
    }, kept);
    host.send({
      rowCount: host.rows.length,
      dataRev: host.state.rev + 1,
      arrangement: {
        sorts: sorted,
        filters: filters.map(({ id, label, editable }) => ({ id, label, editable })),
      },
      scope: `over the ${arrival.length} rows loaded`,
    });
  }
  return {
    tool: (params) => note('tool', params),
    async copyRequestID(params) {
      note('copyRequestID', params);
      await host.gate;
      return host.canCopy;
    },
    sort(params) {
      note('sort', params);
      sorted = params.sorts;
      arrange();
    },
    filter(params) {
      note('filter', params);
      const { row, column, exclude } = params;
      const wanted = host.rows[row]?.[column]?.t;
      const label = `${host.state.columns[column]?.name} ${exclude ? 'is not' : 'is'} ${wanted}`;
      filterBy(label, (one) => (one[column]?.t === wanted) !== exclude);
    },
    filterColumn(params) {
      note('filterColumn', params);
      const [first] = host.rows;
      const label = `${host.state.columns[params.column]?.name} ${params.test}`;
      filterBy(label, (row) => row !== first, params.test !== 'empty');
    },
    async editFilter(params) {
      note('editFilter', params);
      await host.gate;
      filters = filters.map((filter) =>
        filter.id === params.id ? { ...filter, label: `${filter.label} changed` } : filter,
      );
      arrange();
    },
    filterByStatistic(params) {
      note('filterByStatistic', params);
      const [first] = host.rows;
      const label = `${host.state.columns[params.column]?.name} ${params.list} ${params.index}`;
      filterBy(label, (row) => row !== first);
    },
    clearFilter(params) {
      note('clearFilter', params);
      filters = params.id === undefined ? [] : filters.filter(({ id }) => id !== params.id);
      arrange();
    },
    find(params) {
      note('find', params);
      const { text, row, column, columns, direction } = params;
      if (text === unansweredText) throw new Error('another search took its place');
      const places = host.rows.flatMap((cells, at) =>
        columns
          .filter((one) => cells[one]?.t.toLowerCase().includes(text.toLowerCase()))
          .map((one) => [at, one]),
      );
      const key = ([at = 0, one = 0]: readonly number[]): number =>
        at * columns.length + columns.indexOf(one);
      const from = key([row, column]);
      const index =
        direction === 'previous'
          ? places.findLastIndex((place) => key(place) < from)
          : places.findIndex((place) => (direction === 'here' ? key(place) >= from : key(place) > from));
      const found = index >= 0 ? index : direction === 'previous' ? places.length - 1 : 0;
      const [foundRow, foundColumn] = places[found] ?? [];
      if (foundRow === undefined || foundColumn === undefined) return null;
      return {
        row: foundRow,
        column: foundColumn,
        position: found + 1,
        count: places.length,
      } satisfies FoundCell;
    },
    statistics(params) {
      note('statistics', params);
      const cells = host.rows.map((row) => row[params.column]);
      const counts = new Map<string, { cell: Cell; count: number }>();
      for (const cell of cells) {
        if (!cell) continue;
        const known = counts.get(cell.t);
        counts.set(cell.t, { cell, count: (known?.count ?? 0) + 1 });
      }
      const of = (kind: string): number => cells.filter((cell) => cell?.k === kind).length;
      const sorted = [...counts.values()].map(({ cell }) => cell).sort(order);
      const [min] = sorted;
      const max = sorted.at(-1);
      const numbers = host.state.columns[params.column]?.numeric === true;
      return {
        ...(numbers ? { histogram: histogramOf(cells) } : {}),
        ...(counts.size > 10 ? { others: { values: counts.size - 10, rows: cells.length - 10 } } : {}),
        rows: cells.length,
        absent: cells.filter((cell) => !cell).length,
        nulls: of('null'),
        empty: of('empty'),
        distinct: counts.size,
        ...(min && max ? { min, max } : {}),
        top: [...counts.values()].sort((a, b) => b.count - a.count).slice(0, 10),
      } satisfies ColumnStatistics;
    },
    reveal(params) {
      note('reveal', params);
      const { row, column } = params;
      const shown: Cell = { k: 'text', t: 'revealed' };
      host.rows = host.rows.map((cells, at) =>
        row === undefined || row === at
          ? cells.map((cell, one) => (one === column && cell.k === 'masked' ? shown : cell))
          : cells,
      );
      host.send({ dataRev: host.state.rev + 1 });
    },
  };
}
