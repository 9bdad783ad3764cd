/** Normalizes the setting `vaultsql.dialect.allow`: constructs that the user knows the service to accept. */

/** Other names under which users may list a construct, each with its name in the dialect table. Upper case. */
const otherNames: Readonly<Record<string, string>> = {
  CROSS: 'CROSS JOIN',
  'NATURAL JOIN': 'NATURAL',
  'CROSS APPLY': 'APPLY',
  'SELECT DISTINCT': 'DISTINCT',
};

/**
 * Returns the entries of `vaultsql.dialect.allow` as the dialect table names constructs: upper case, single spaces,
 * without a final `()` and a leading NOT. The set has each entry also with its NOT, and unknown names as they are.
 */
export const normalizeAllowed = (names: readonly string[]): ReadonlySet<string> =>
  new Set(
    names.flatMap((name) => {
      const plain = name
        .trim()
        .toUpperCase()
        .replace(/\s+/g, ' ')
        .replace(/ ?\( ?\)$/, '');
      return [plain, otherNames[plain] ?? plain.replace(/^NOT /, '')];
    }),
  );
