type ResultsBundle = typeof import('./bundle.ts');

/** Loads the bundle `dist/results.cjs` at the first call, and returns its exports; later calls get them from the cache of `require`. */
export const loadResults = (): ResultsBundle => require('./results.cjs') as ResultsBundle;
