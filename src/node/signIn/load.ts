type SignInBundle = typeof import('./index.ts');

/** Returns the exports of the bundle `dist/signIn.cjs`, which is loaded at the first call. */
export const loadSignIn = (): SignInBundle => require('./signIn.cjs') as SignInBundle;
