/** The constructs that a user knows the service to accept. */

/** Names of `vaultsql.dialect.allow` in the table's form: upper case, single blanks, no `()`, no leading NOT. */
export function normalizeAllowed(names: readonly string[]): ReadonlySet<string> {
  if (names.length === 0) return none;
  const allowed = new Set<string>();
  for (const name of names) {
    const plain = name
      .trim()
      .toUpperCase()
      .replace(/\s+/g, ' ')
      .replace(/\s*\(\s*\)$/, '');
    allowed.add(plain);
    const other = otherNames.get(plain) ?? (plain.startsWith('NOT ') ? plain.slice(4) : undefined);
    if (other !== undefined) allowed.add(other);
  }
  return allowed;
}

const none: ReadonlySet<string> = new Set();
const otherNames = new Map([
  ['CROSS', 'CROSS JOIN'],
  ['NATURAL JOIN', 'NATURAL'],
  ['CROSS APPLY', 'APPLY'],
  ['SELECT DISTINCT', 'DISTINCT'],
]);
