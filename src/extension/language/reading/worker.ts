/** Entry point of the worker thread `dist/reading.cjs`, which runs operations on documents. */
import { serveThread } from '../servedThread.ts';
import { createReadings, type ReadingMethods } from './readings.ts';

const readings = createReadings();

serveThread<ReadingMethods>({
  splitStatements: (params) => readings.splitStatements(...params),
  statementSymbols: (params) => readings.statementSymbols(...params),
  nameTokens: (params) => readings.nameTokens(...params),
  folds: (params) => readings.folds(...params),
  targets: (params) => readings.targets(...params),
  indexText: (params) => readings.indexText(...params),
  statementsInDoubt: (params) => readings.statementsInDoubt(...params),
  hoverAt: (params) => readings.hoverAt(...params),
  rewritesAt: (params) => readings.rewritesAt(...params),
  fixAll: (params) => readings.fixAll(...params),
  completeAt: (params) => readings.completeAt(...params),
  callAt: (params) => readings.callAt(...params),
  occurrencesAt: (params) => readings.occurrencesAt(...params),
  renameAt: (params) => readings.renameAt(...params),
  format: (params) => readings.format(...params),
  selectionsAt: (params) => readings.selectionsAt(...params),
  check: (params) => readings.check(...params),
});
