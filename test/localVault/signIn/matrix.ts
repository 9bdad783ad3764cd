/**
 * What happens with each kind of sign-in in each situation: the table of the help page, and what `matrix.test.ts` finds
 * for each of its cells.
 */

export const KINDS = [
  'token',
  'environment',
  'command',
  'serviceAccount',
  'oauth',
  'device',
  'clientCredentials',
] as const;
export type Kind = (typeof KINDS)[number];

export const SITUATIONS = ['first', 'expiry', 'refused', 'clock', 'down', 'windows'] as const;
export type Situation = (typeof SITUATIONS)[number];

export const situationNames: Readonly<Record<Situation, string>> = {
  first: 'first use',
  expiry: 'token expires during Load All',
  refused: 'renewal is refused',
  clock: 'clock is 10 minutes off',
  down: 'sign-in server is down',
  windows: 'two windows',
};

export const outcomeNames = {
  works: 'works',
  signsIn: 'asks you to sign in, then works',
  approves: 'asks you to approve it, then works',
  renews: 'renewed once; continues',
  asks: 'pauses, asks you to sign in, then continues',
  stops: 'pauses; set the variable and restart',
  says: 'pauses, says why',
  waits: 'waits, then continues',
  renewsOnce: 'renewed once for both',
  renewsEach: 'renewed once for each',
} as const;
export type Outcome = keyof typeof outcomeNames;

/** Where a situation cannot occur, the reason. */
export type Cell = Outcome | { readonly never: string };

const noRenewal: Cell = { never: 'never renewed' };
const noServer: Cell = { never: 'no sign-in server' };

export const MATRIX: Readonly<Record<Kind, Readonly<Record<Situation, Cell>>>> = {
  token: {
    first: 'signsIn',
    expiry: 'asks',
    refused: noRenewal,
    clock: 'works',
    down: noServer,
    windows: 'asks',
  },
  environment: {
    first: 'works',
    expiry: 'stops',
    refused: noRenewal,
    clock: 'works',
    down: noServer,
    windows: 'works',
  },
  command: {
    first: 'approves',
    expiry: 'renews',
    refused: 'says',
    clock: 'works',
    down: 'says',
    windows: 'renewsEach',
  },
  serviceAccount: {
    first: 'works',
    expiry: 'renews',
    refused: 'says',
    clock: 'works',
    down: 'waits',
    windows: 'renewsEach',
  },
  oauth: {
    first: 'signsIn',
    expiry: 'renews',
    refused: 'asks',
    clock: 'works',
    down: 'waits',
    windows: 'renewsOnce',
  },
  device: {
    first: 'signsIn',
    expiry: 'renews',
    refused: 'asks',
    clock: 'works',
    down: 'waits',
    windows: 'renewsOnce',
  },
  clientCredentials: {
    first: 'signsIn',
    expiry: 'renews',
    refused: 'says',
    clock: 'works',
    down: 'waits',
    windows: 'renewsEach',
  },
};
