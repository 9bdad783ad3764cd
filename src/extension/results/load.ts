type ResultsBundle = typeof import('./bundle.ts');

/**
 * Loads the bundle `dist/results.cjs` on the first call, and returns its exports. Later calls return the cached
 * exports.
 */
export const loadResults = (): ResultsBundle => require('./results.cjs') as ResultsBundle;
