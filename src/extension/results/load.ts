type ResultsBundle = typeof import('./bundle.ts');

/** Loads `dist/results.cjs`; `require` keeps what it loaded. */
export const loadResults = (): ResultsBundle => require('./results.cjs') as ResultsBundle;
