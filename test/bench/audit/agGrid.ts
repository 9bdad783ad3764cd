/** Runs in the page: ag-grid-community over the same events, all of them in the page, searched by its own quick filter. */
import {
  ClientSideRowModelModule,
  createGrid,
  ModuleRegistry,
  QuickFilterModule,
  RowApiModule,
} from 'ag-grid-community';
import { auditFields, jsonValueToText } from '../../../src/core/audit/table/fields.ts';
import { eventOf } from '../../webview/auditHost.ts';
import { eventText } from '../auditEvents.ts';
import { drawn, frame } from './inPage.ts';

ModuleRegistry.registerModules([ClientSideRowModelModule, QuickFilterModule, RowApiModule]);

declare global {
  interface Window {
    /** Milliseconds from a text to the frame that shows what holds it. */
    gridSearch(text: string): Promise<number>;
  }
}

const count = Number(new URLSearchParams(location.search).get('events'));
const host = document.getElementById('grid');
if (!host) throw new Error('no place for the grid');
const rowData = Array.from({ length: count }, (_, n) => {
  const event = eventOf(eventText(count - 1 - n));
  return Object.fromEntries(auditFields.map(({ id, read }) => [id, jsonValueToText(read(event)) ?? '']));
});
const api = createGrid<Record<string, string>>(host, {
  rowHeight: 24,
  rowData,
  cacheQuickFilter: true,
  columnDefs: auditFields.map(({ id }) => ({ field: id, width: 120 })),
});
window.gridSearch = async (text) => {
  const started = performance.now();
  const before = api.getDisplayedRowCount();
  api.setGridOption('quickFilterText', text);
  do {
    await frame();
    if (performance.now() - started > 10_000) throw new Error(`still ${before} rows with ${text}`);
  } while (api.getDisplayedRowCount() === before);
  await drawn();
  return performance.now() - started;
};
