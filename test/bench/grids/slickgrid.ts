/** Runs in the page: slickgrid over a data source that makes rows up. */
import { SlickGrid } from 'slickgrid';
import { benchOf, columnNames, rowHeight, value } from './measure.ts';

window.gridBench = benchOf({
  show: (rowCount) => {
    const columns = columnNames.map((name) => ({ id: name, field: name, name, width: 120 }));
    const rows = {
      getLength: () => rowCount,
      getItem: (row: number) =>
        Object.fromEntries(columnNames.map((name, column) => [name, value(row, column)])),
      getItemMetadata: () => null,
    };
    new SlickGrid('#grid', rows, columns, {
      rowHeight,
      enableCellNavigation: true,
      enableColumnReorder: false,
    });
  },
  scroller: () => {
    const viewport = document.querySelector<HTMLElement>('.slick-viewport-top.slick-viewport-left');
    if (!viewport) throw new Error('no grid');
    return viewport;
  },
  cells: '.slick-cell',
});
