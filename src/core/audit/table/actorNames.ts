/**
 * Short display names of actors. Most actors are e-mail addresses of one organization, whose domain is of no use in
 * a narrow list.
 */

/** Returns the domain of an e-mail address with its `@`; empty if there is none. */
const domainOf = (actor: string): string => {
  const at = actor.lastIndexOf('@');
  return at > 0 ? actor.slice(at) : '';
};

/**
 * Returns a function that shortens an actor's name by the domain that occurs most often among the distinct `actors`.
 * Actors of other domains are not shortened, nor is an actor whose short name is the name of another, so that no two
 * have the same name.
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
