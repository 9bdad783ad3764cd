/** The constructs that a user knows the service to accept. */

const otherNames: Readonly<Record<string, string>> = {
  CROSS: 'CROSS JOIN',
  'NATURAL JOIN': 'NATURAL',
  'CROSS APPLY': 'APPLY',
  'SELECT DISTINCT': 'DISTINCT',
};

/** Names of `vaultsql.dialect.allow` in the table's form: upper case, single spaces, no `()`, no leading NOT. */
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
