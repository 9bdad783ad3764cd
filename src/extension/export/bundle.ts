/** The bundle `dist/export.cjs`: writing to a file. It is loaded at the first export, because it contains the Parquet library. */
export { exportFile } from './exportFile.ts';
