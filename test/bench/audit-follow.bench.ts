import { simulate } from '../unit/core/audit/feed/followSimulation.ts';
import { type Bench, type BenchEntry, sized } from './bench.ts';

const simulations = sized(50, 1);

/** Following: 10,000 events with random delays up to the overlap and equal times, requests that fail now and then. */
const follow: Bench = async () => {
  const entries: BenchEntry[] = [];
  const kinds = [
    { name: 'cursor', what: 'against a service with cursor', pages: true, pageSize: 100, seed: 1 },
    { name: 'none', what: 'against a service without', pages: false, pageSize: 1500, seed: 51 },
  ];
  for (const { name, what, pages, pageSize, seed } of kinds) {
    let lost = 0;
    let doubled = 0;
    for (let run = 0; run < simulations; run++) {
      const result = await simulate(seed + run, pages, pageSize);
      lost += result.lost;
      doubled += result.doubled;
    }
    const shared = { unit: 'events', better: 'lower', target: 0, peers: [], runs: simulations } as const;
    entries.push(
      { id: `audit-follow-${name}-lost`, what: `lost while following, ${what}`, value: lost, ...shared },
      {
        id: `audit-follow-${name}-doubled`,
        what: `doubled while following, ${what}`,
        value: doubled,
        ...shared,
      },
    );
  }
  return entries;
};
export default follow;
