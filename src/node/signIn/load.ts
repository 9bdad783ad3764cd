type SignInBundle = typeof import('./index.ts');

/**
 * Loads the bundle `dist/signIn.cjs` at the first call, and returns its exports; later calls get them from the cache of
 * `require`.
 */
export const loadSignIn = (): SignInBundle => require('./signIn.cjs') as SignInBundle;
