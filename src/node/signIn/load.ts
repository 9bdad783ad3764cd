type SignInBundle = typeof import('./index.ts');

/** Loads `dist/signIn.cjs`; `require` keeps what it loaded. */
export const loadSignIn = (): SignInBundle => require('./signIn.cjs') as SignInBundle;
