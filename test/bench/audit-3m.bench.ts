/** 3,000,000 audit events of a file: they open, and cost no more than their number. */
import { oursOver, withMany } from './audit/scale.ts';
import { type Bench, sized } from './bench.ts';

const [fewer, many] = [sized(1_000_000, 1_000), sized(3_000_000, 3_000)];

const bench: Bench = async () => {
  const [one, three] = [await withMany(fewer, oursOver), await withMany(many, oursOver)];
  const peers = (
    ['open', 'facet', 'search', 'range', 'combined', 'selective', 'sort', 'sortedFacet'] as const
  ).map((name) => ({
    name,
    value: three[name].cpu / one[name].cpu,
  }));
  return [
    {
      id: 'audit-3m-cost',
      unit: '×',
      better: 'lower',
      target: 3.5,
      runs: 1,
      peers,
      what: '3,000,000 events, the steepest operation beside 1,000,000',
      value: Math.max(...peers.map(({ value }) => value)),
    },
  ];
};
export default bench;
