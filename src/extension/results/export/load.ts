type ComparisonsBundle = typeof import('./bundle.ts');

/**
 * Loads the bundle `dist/comparisons.cjs` on the first call, and returns its exports. Later calls return the cached
 * exports.
 */
export const loadComparisons = (): ComparisonsBundle => require('./comparisons.cjs') as ComparisonsBundle;
