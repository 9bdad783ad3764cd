import type { QueryValue, StatusComparison } from './auditQuery.ts';
import { createNetworkTest } from './networks.ts';

/** Tests a value, which is undefined if there is none, for example because the event does not have the field. */
export type ValueTest = (value: string | undefined) => boolean;

const comparisons: Readonly<Record<StatusComparison, (code: number, limit: number) => boolean>> = {
  '<': (code, limit) => code < limit,
  '<=': (code, limit) => code <= limit,
  '>': (code, limit) => code > limit,
  '>=': (code, limit) => code >= limit,
};

/**
 * Returns a function that tests whether a value matches one of `values`. `fold` is applied to both sides before texts
 * and patterns are compared, for example to ignore case.
 */
export function createValueTest(
  values: readonly QueryValue[],
  fold = (text: string): string => text,
): ValueTest {
  // A set, because there can be thousands of texts, such as the IDs of this window's requests.
  const texts = new Set(values.flatMap((value) => (value.kind === 'text' ? [fold(value.text)] : [])));
  const tests = values.flatMap((value) =>
    value.kind === 'text' ? [] : [createSingleValueTest(value, fold)],
  );
  return (value) => (value !== undefined && texts.has(fold(value))) || tests.some((test) => test(value));
}

function createSingleValueTest(
  value: Exclude<QueryValue, { readonly kind: 'text' }>,
  fold: (text: string) => string,
): ValueTest {
  switch (value.kind) {
    case 'absent':
      return (candidate) => candidate === undefined;
    case 'pattern': {
      const parts = value.parts.map(fold);
      return (candidate) => candidate !== undefined && matchesPatternParts(fold(candidate), parts);
    }
    case 'status': {
      const compare = comparisons[value.comparison];
      return (candidate) => isIntegerText(candidate) && compare(Number(candidate), value.code);
    }
    case 'statusClass':
      return (candidate) => isIntegerText(candidate) && Math.floor(Number(candidate) / 100) === value.digit;
    case 'network': {
      const isInside = createNetworkTest(value.cidr);
      return (candidate) => candidate !== undefined && isInside(candidate);
    }
  }
}

const isIntegerText = (value: string | undefined): value is string =>
  value !== undefined && /^-?\d+$/.test(value);

function matchesPatternParts(text: string, parts: readonly string[]): boolean {
  const first = parts[0] ?? '';
  const last = parts.at(-1) ?? '';
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  const end = text.length - last.length;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= end;
}
