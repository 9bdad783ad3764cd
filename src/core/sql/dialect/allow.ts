/** Normalizes the setting `vaultsql.dialect.allow`: constructs that the user knows the service to accept. */

/** Other names, in upper case, under which users may list a construct. Maps each to the name in the dialect table. */
const otherNames: Readonly<Record<string, string>> = {
  CROSS: 'CROSS JOIN',
  'NATURAL JOIN': 'NATURAL',
  'CROSS APPLY': 'APPLY',
  'SELECT DISTINCT': 'DISTINCT',
};

/**
 * Returns the entries of `vaultsql.dialect.allow` in upper case, with single spaces and without a final `()`. Some
 * entries are also added under another name: those in `otherNames` under the construct's name in the dialect table, as
 * CROSS under `CROSS JOIN`, and others with a leading NOT also without it. Entries that name no construct are kept.
 */
export const normalizeAllowedConstructs = (names: readonly string[]): ReadonlySet<string> =>
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
