type ComparisonsBundle = typeof import('./bundle.ts');

export const loadComparisons = (): ComparisonsBundle => require('./comparisons.cjs') as ComparisonsBundle;
