import type { AuditQuery, TimeTerm } from '../query/auditQuery.ts';

export const timePresets = ['lastHour', 'today', 'yesterday', 'last7Days'] as const;
export type TimePreset = (typeof timePresets)[number];

const terms: Readonly<Record<TimePreset, readonly TimeTerm[]>> = {
  lastHour: [{ kind: 'last', time: '1h' }],
  today: [{ kind: 'since', time: 'today' }],
  yesterday: [
    { kind: 'since', time: 'yesterday' },
    { kind: 'until', time: 'yesterday' },
  ],
  last7Days: [{ kind: 'last', time: '7d' }],
};

/** Returns the preset with exactly these terms in the same order; undefined if there is none. */
export const findPreset = (query: AuditQuery): TimePreset | undefined =>
  timePresets.find((preset) => {
    const times = terms[preset];
    return (
      times.length === query.length &&
      times.every(({ kind, time }, at) => {
        const term = query[at];
        return term?.kind === kind && term.time === time;
      })
    );
  });

/**
 * Returns the terms of a question for a preset. Only `yesterday` has an end. The other presets include later events.
 */
export const getTermsOfTimePreset = (preset: TimePreset): readonly TimeTerm[] => terms[preset];
