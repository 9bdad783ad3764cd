/** Entry point of the bundle `dist/export.cjs`. It is separate because it contains the Parquet library. */
export { exportFile } from './exportFile.ts';
