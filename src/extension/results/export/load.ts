type ComparisonsBundle = typeof import('./bundle.ts');

/** Loads the bundle `dist/comparisons.cjs` at the first call, and returns its exports; later calls get them from the cache of `require`. */
export const loadComparisons = (): ComparisonsBundle => require('./comparisons.cjs') as ComparisonsBundle;
