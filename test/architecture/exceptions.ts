/**
 * What the rules of the house forbid and is there all the same, each with its reason. One that is no longer needed
 * fails its test. Splitting what belongs together to please a rule is worse than an entry here.
 */
export interface Exception {
  /** A name as the test reports it, `src/folder/file.ts name`; or a folder with a slash, for all that is in it. */
  readonly where: string;
  readonly reason: string;
}

/** Functions of more than 120 lines. */
export const longFunctions: readonly Exception[] = [];

/** Files of more than 500 lines. */
export const longFiles: readonly Exception[] = [];

/** State of modules. */
export const moduleStates: readonly Exception[] = [];

/** Fixed waits and limits of tests. */
export const fixedWaits: readonly Exception[] = [
  {
    where: 'test/vsix/canary.test.ts',
    reason: 'the editor saves its backups by a timer of its own, and nothing tells that it did',
  },
];

/** Files that import each other when they run. */
export const cycles: readonly Exception[] = [
  {
    where: 'src/core/sql/syntax/',
    reason: 'the recursion of the grammar: a query holds expressions, which hold queries',
  },
];

/** Files of the extension that import each other, be it for types alone. */
export const circles: readonly Exception[] = [];

const settingName = 'the setting has the name of a command';

/** Places where the extension names a command of its own by ID other than to define it or to hand it to the editor. */
export const commandsByID: readonly Exception[] = [
  { where: 'src/extension/platform/settings.ts vaultsql.audit.maskLiterals', reason: settingName },
  { where: 'src/extension/audit/model/masking.ts vaultsql.audit.maskLiterals', reason: settingName },
  { where: 'src/extension/audit/views/tree/head.ts', reason: 'the editor runs them for rows of the tree' },
];

/** Uses of the type `Deps` as a whole outside of the entries of features. */
export const wholeDeps: readonly Exception[] = [
  { where: 'src/extension/app/features.ts deps', reason: 'creates it' },
];

export interface Arrow {
  /** Folders below `src`. */
  readonly from: string;
  readonly to: string;
  readonly reason: string;
}

/** Imports between rooms of one folder that the walls forbid. */
export const arrows: readonly Arrow[] = [
  {
    from: 'extension/results',
    to: 'extension/query',
    reason: 'the part of results before the first request, in a room of its own; no feature by itself',
  },
];
