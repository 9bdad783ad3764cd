type ResultsBundle = typeof import('./bundle.ts');

export const loadResults = (): ResultsBundle => require('./results.cjs') as ResultsBundle;
