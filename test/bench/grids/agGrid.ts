/** Runs in the page: ag-grid-community with its infinite row model, no more modules than that needs. */
import { createGrid, InfiniteRowModelModule, ModuleRegistry } from 'ag-grid-community';
import { benchOf, columnNames, rowHeight, value } from './measure.ts';

ModuleRegistry.registerModules([InfiniteRowModelModule]);

window.gridBench = benchOf({
  show: (rowCount) => {
    const host = document.getElementById('grid');
    if (!host) throw new Error('no place for the grid');
    createGrid<Record<string, string>>(host, {
      rowModelType: 'infinite',
      rowHeight,
      cacheBlockSize: 100,
      infiniteInitialRowCount: rowCount,
      maxConcurrentDatasourceRequests: 3,
      columnDefs: columnNames.map((field) => ({ field, width: 120 })),
      datasource: {
        rowCount,
        getRows: ({ startRow, endRow, successCallback }) => {
          const rows: Record<string, string>[] = [];
          for (let row = startRow; row < endRow; row++) {
            rows.push(Object.fromEntries(columnNames.map((name, column) => [name, value(row, column)])));
          }
          successCallback(rows, rowCount);
        },
      },
    });
  },
  scroller: () => {
    const viewport = document.querySelector<HTMLElement>(
      '.ag-body-vertical-scroll-viewport, .ag-body-viewport',
    );
    if (!viewport) throw new Error('no grid');
    return document.querySelector<HTMLElement>('.ag-body-viewport') ?? viewport;
  },
  cells: '.ag-cell',
});
