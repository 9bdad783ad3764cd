type FeaturesBundle = typeof import('./features.ts');

/**
 * Loads the bundle `dist/features.cjs` at the first call, and returns its exports; later calls get them from the cache
 * of `require`.
 */
export const loadFeatures = (): FeaturesBundle => require('./features.cjs') as FeaturesBundle;
