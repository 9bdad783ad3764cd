export type ExportBundle = typeof import('./bundle.ts');

/**
 * Returns the exports of the bundle `dist/export.cjs`. The first call loads it; later calls return the exports that
 * `require` has cached.
 */
export const loadExport = (): ExportBundle => require('./export.cjs') as ExportBundle;
