/** Where two versions of a reader differ, for a person who has to say whether each difference is meant. */
import type { Finding } from '../../../../../src/core/sql/lint/findings.ts';
import type { CheckOptions } from '../../../../../src/core/sql/lint/options.ts';
import { findingLines, type Line, linesOf, lineText, type Reader } from './readers.ts';
import type { Sample } from './samples.ts';

export type Check = (text: string, options: CheckOptions) => readonly Finding[];

export interface Difference {
  readonly sample: Sample;
  /** What changed, without offsets: `- error syntax/unexpected-token ,` is gone, `+` is new, `~` has other offsets or data. */
  readonly change: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Statements of which two readers say different things, in their order. */
export function differences(before: Reader, after: Reader, samples: readonly Sample[]): Difference[] {
  return samples.flatMap((sample) => {
    const [old, now] = [before, after].map((read) => linesOf(read, sample.text, sample.options));
    const [oldTexts, newTexts] = [(old ?? []).map(lineText), (now ?? []).map(lineText)];
    if (oldTexts.join('\n') === newTexts.join('\n')) return [];
    return [{ sample, change: changeOf(old ?? [], now ?? []), before: oldTexts, after: newTexts }];
  });
}

/** The same for two checks, such as the present one and one that is to take its place. */
export const findingDifferences = (before: Check, after: Check, samples: readonly Sample[]): Difference[] =>
  differences(
    (text, options) => findingLines(before(text, options)),
    (text, options) => findingLines(after(text, options)),
    samples,
  );

function changeOf(before: readonly Line[], after: readonly Line[]): string {
  const what = ({ kind, of }: Line): string => (of === undefined ? kind : `${kind} ${of}`);
  const gone = without(before, after).map(what);
  const come = without(after, before).map(what);
  const changes = new Set([
    ...gone.map((one) => (come.includes(one) ? `~ ${one}` : `- ${one}`)),
    ...come.filter((one) => !gone.includes(one)).map((one) => `+ ${one}`),
  ]);
  return changes.size === 0 ? 'another order' : [...changes].sort().join(', ');
}

/** The lines of one list that the other does not have as often. */
function without(lines: readonly Line[], others: readonly Line[]): Line[] {
  const left = new Map<string, number>();
  for (const other of others.map(lineText)) left.set(other, (left.get(other) ?? 0) + 1);
  return lines.filter((line) => {
    const count = left.get(lineText(line)) ?? 0;
    left.set(lineText(line), count - 1);
    return count <= 0;
  });
}

export interface ReportOptions {
  /** Statements shown of each change; default 3. */
  readonly examples?: number;
  /** Changes that are meant, each with its reason. */
  readonly deliberate?: Readonly<Record<string, string>>;
}

/** The differences, grouped by what changed, the most frequent change first; those that are meant come last. */
export function report(
  found: readonly Difference[],
  { examples = 3, deliberate = {} }: ReportOptions = {},
): string {
  const groups = Map.groupBy(found, ({ change }) => change);
  const isMeant = (change: string): number => Number(Object.hasOwn(deliberate, change));
  const sorted = [...groups].sort(
    ([a, some], [b, others]) => isMeant(a) - isMeant(b) || others.length - some.length,
  );
  const parts = sorted.map(([change, all]) => {
    const reason = deliberate[change];
    const title = `${all.length} × ${change}${reason === undefined ? '' : ` (meant: ${reason})`}`;
    return [title, ...all.slice(0, examples).map(show)].join('\n');
  });
  return [`${found.length} statements differ, in ${groups.size} ways`, ...parts].join('\n\n');
}

function show({ sample: { id, text, options }, before, after }: Difference): string {
  const settings = Object.keys(options).length > 0 ? `  with ${JSON.stringify(options)}` : '';
  const common = new Set(before.filter((line) => after.includes(line)));
  return [
    `  ${id}: ${JSON.stringify(text)}${settings}`,
    ...before.map((line) => `    ${common.has(line) ? ' ' : '-'} ${line}`),
    ...after.filter((line) => !common.has(line)).map((line) => `    + ${line}`),
  ].join('\n');
}
