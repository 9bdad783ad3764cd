const otherNames: Readonly<Record<string, string>> = {
  CROSS: 'CROSS JOIN',
  'NATURAL JOIN': 'NATURAL',
  'CROSS APPLY': 'APPLY',
  'SELECT DISTINCT': 'DISTINCT',
};

/**
 * Returns the entries of `vaultsql.dialect.allow` in upper case, with single spaces and without a final `()`. Some are
 * also returned under a second name, as CROSS under `CROSS JOIN`.
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
