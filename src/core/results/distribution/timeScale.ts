import { binWidthFor } from '../../audit/table/histogram.ts';
import type { JsonValue } from '../../service/json.ts';
import type { Edge, Scale, TimeAxis } from './scale.ts';

const TIME_PATTERN =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d+))?)?(?:(Z)|([+-]\d{2})(?::?(\d{2}))?)?)?$/;
const [minute, hour, day, week] = [60_000, 3_600_000, 86_400_000, 604_800_000];
/** Monday, 1970-01-05, in milliseconds since 1970. Bins of weeks begin on Mondays. */
const firstMonday = 4 * day;
const monthSteps = [1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1200, 2400, 6000, 12_000];

/** Returns the scale of a kind of time. Positions are milliseconds since 1970; a time without a zone is read as UTC. */
export const timeScale = (axis: TimeAxis): Scale<number> => ({
  positionOf(value: JsonValue | undefined) {
    const time = typeof value === 'string' ? parseTime(value) : undefined;
    if (!time) return undefined;
    return time.axis === axis || (time.axis === 'date' && axis === 'time') ? time.ms : undefined;
  },
  compare: (a, b) => a - b,
  createRange: (from, to) => ({ axis, from, to }),
  createEdges(min, max, maxBins) {
    const step = binWidthFor(max - min, maxBins);
    if (step > week) return createMonthEdges(min, max, maxBins);
    return createEvenEdges(min, max, axis === 'date' ? Math.max(step, day) : step, axis);
  },
});

function parseTime(text: string): { readonly ms: number; readonly axis: TimeAxis } | undefined {
  const found = TIME_PATTERN.exec(text);
  if (!found) return undefined;
  const [, year, month, date, hours = '0', minutes = '0', seconds = '0', fraction = '', utc, ahead, past] =
    found;
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  const at = new Date(0);
  // Date.UTC would take the years 0 to 99 for 1900 to 1999.
  at.setUTCFullYear(Number(year), Number(month) - 1, Number(date));
  if (at.getUTCMonth() !== Number(month) - 1 || at.getUTCDate() !== Number(date)) return undefined;
  at.setUTCHours(
    Number(hours),
    Number(minutes),
    Number(seconds),
    Number(fraction.slice(0, 3).padEnd(3, '0')),
  );
  const isZoned = utc !== undefined || ahead !== undefined;
  const axis = isZoned ? 'zonedTime' : text.length === '2000-01-01'.length ? 'date' : 'time';
  const sign = ahead?.startsWith('-') ? -1 : 1;
  const offset = Number(ahead ?? 0) * hour + sign * Number(past ?? 0) * minute;
  return { ms: at.getTime() - offset, axis };
}

function createEvenEdges(min: number, max: number, step: number, axis: TimeAxis): readonly Edge<number>[] {
  const from = step === week ? firstMonday : 0;
  const edges: Edge<number>[] = [];
  for (let at = Math.floor((min - from) / step) * step + from; ; at += step) {
    edges.push({ position: at, text: formatTimeEdge(at, step, axis) });
    if (at > max) return edges;
  }
}

function createMonthEdges(min: number, max: number, maxBins: number): readonly Edge<number>[] {
  const [low, high] = [monthNumberOf(min), monthNumberOf(max)];
  const fits = (step: number): boolean => Math.floor(high / step) - Math.floor(low / step) < maxBins;
  const step = monthSteps.find(fits) ?? 12_000;
  const edges: Edge<number>[] = [];
  for (let at = Math.floor(low / step) * step; ; at += step) {
    const [year, month] = [Math.floor(at / 12), ((at % 12) + 12) % 12];
    const position = new Date(0).setUTCFullYear(year, month, 1);
    edges.push({
      position,
      text: step % 12 === 0 ? formatYear(position) : `${formatYear(position)}-${padToTwoDigits(month + 1)}`,
    });
    if (at > high) return edges;
  }
}

const monthNumberOf = (ms: number): number => {
  const at = new Date(ms);
  return at.getUTCFullYear() * 12 + at.getUTCMonth();
};
const padToTwoDigits = (value: number): string => String(value).padStart(2, '0');
const formatYear = (ms: number): string => {
  const year = new Date(ms).getUTCFullYear();
  return (year < 0 ? '-' : '') + String(Math.abs(year)).padStart(4, '0');
};

function formatTimeEdge(ms: number, step: number, axis: TimeAxis): string {
  const at = new Date(ms);
  const date = `${formatYear(ms)}-${padToTwoDigits(at.getUTCMonth() + 1)}-${padToTwoDigits(at.getUTCDate())}`;
  if (step % day === 0) return date;
  const minutes = `${date} ${padToTwoDigits(at.getUTCHours())}:${padToTwoDigits(at.getUTCMinutes())}`;
  const seconds = step % minute === 0 ? minutes : `${minutes}:${padToTwoDigits(at.getUTCSeconds())}`;
  const whole =
    step % 1000 === 0 ? seconds : `${seconds}.${String(at.getUTCMilliseconds()).padStart(3, '0')}`;
  return axis === 'zonedTime' ? `${whole}Z` : whole;
}
