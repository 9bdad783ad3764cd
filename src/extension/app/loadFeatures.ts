type FeaturesBundle = typeof import('./features.ts');

export const loadFeatures = (): FeaturesBundle => require('./features.cjs') as FeaturesBundle;
