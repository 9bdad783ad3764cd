import type { Auth } from './auth.ts';

export type SignInKind = Auth['kind'];

interface SignInTraits {
  /**
   * What the user does to sign in: pastes a token or a client secret, or signs in with a browser. `nothing` if the
   * extension gets the token by itself.
   */
  readonly signsInWith: 'token' | 'clientSecret' | 'browser' | 'nothing';
  /** True if the token is obtained or read for each origin of the connection separately. */
  readonly isPerOrigin: boolean;
}

export const signInTraits: Readonly<Record<SignInKind, SignInTraits>> = {
  token: { signsInWith: 'token', isPerOrigin: true },
  environment: { signsInWith: 'nothing', isPerOrigin: true },
  command: { signsInWith: 'nothing', isPerOrigin: false },
  serviceAccount: { signsInWith: 'nothing', isPerOrigin: false },
  oauth: { signsInWith: 'browser', isPerOrigin: true },
  device: { signsInWith: 'browser', isPerOrigin: true },
  clientCredentials: { signsInWith: 'clientSecret', isPerOrigin: true },
};

export const signInKinds = Object.keys(signInTraits) as readonly SignInKind[];

/** Returns which secret the user pastes to sign in; undefined for a kind of sign-in without a pasted secret. */
export function getPastedSecretKind(kind: SignInKind): 'token' | 'clientSecret' | undefined {
  const { signsInWith } = signInTraits[kind];
  return signsInWith === 'token' || signsInWith === 'clientSecret' ? signsInWith : undefined;
}
