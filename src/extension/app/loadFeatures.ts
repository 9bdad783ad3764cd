type FeaturesBundle = typeof import('./features.ts');

/** Returns the exports of the bundle `dist/features.cjs`, which is loaded by the first call. */
export const loadFeatures = (): FeaturesBundle => require('./features.cjs') as FeaturesBundle;
