/**
 * Entry point of the bundle `dist/export.cjs`, which writes exported files. It is loaded at the first export, because
 * it contains the Parquet library.
 */
export { exportFile } from './exportFile.ts';
