/** Short names of actors: most are addresses of one organization, whose domain says nothing in a narrow list. */

const domainOf = (actor: string): string => {
  const at = actor.lastIndexOf('@');
  return at > 0 ? actor.slice(at) : '';
};

/**
 * A function that leaves out the domain that most of `actors` share. Those of other domains stay whole, and so does an
 * actor whose short name is another's: no two are called the same.
 */
export function shortNames(actors: readonly string[]): (actor: string) => string {
  const whole = new Set(actors);
  const counts = new Map<string, number>();
  for (const domain of [...whole].map(domainOf))
    if (domain !== '') counts.set(domain, (counts.get(domain) ?? 0) + 1);
  const [common] = [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), ['', 0]);
  return (actor) => {
    if (common === '' || domainOf(actor) !== common) return actor;
    const short = actor.slice(0, -common.length);
    return whole.has(short) ? actor : short;
  };
}
