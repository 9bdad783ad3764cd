type FeaturesBundle = typeof import('./features.ts');

/** Loads `dist/features.cjs`; `require` keeps what it loaded. */
export const loadFeatures = (): FeaturesBundle => require('./features.cjs') as FeaturesBundle;
