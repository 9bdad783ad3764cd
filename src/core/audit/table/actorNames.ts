const getDomainWithAtSign = (actor: string): string => {
  const at = actor.lastIndexOf('@');
  return at > 0 ? actor.slice(at) : '';
};

/**
 * Returns a function that removes the `@` and the domain from an actor's e-mail address. Only one domain is removed:
 * the most frequent one among the distinct `actors`. An address stays unchanged if its short form is one of `actors`.
 */
export function createActorShortener(actors: readonly string[]): (actor: string) => string {
  const whole = new Set(actors);
  const counts = new Map<string, number>();
  for (const domain of [...whole].map(getDomainWithAtSign))
    if (domain !== '') counts.set(domain, (counts.get(domain) ?? 0) + 1);
  const [common] = [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), ['', 0]);
  return (actor) => {
    if (common === '' || getDomainWithAtSign(actor) !== common) return actor;
    const short = actor.slice(0, -common.length);
    return whole.has(short) ? actor : short;
  };
}
