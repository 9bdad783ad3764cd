/** Maximum wait in milliseconds, almost 25 days: the longest time that a timer supports. */
const MAX_RETRY_AFTER_MS = 2 ** 31 - 1;
/** Minimum wait in milliseconds: a service that sends 0 would otherwise get requests as fast as it responds. */
const MIN_RETRY_AFTER_MS = 250;

type RetryAfter =
  | { readonly kind: 'none' }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'unreadable' };

/**
 * Parses `value`, the Retry-After header (S9): a number of seconds or a date. A date is compared with `date`, the
 * response's Date header, because this machine's clock may be wrong. If `date` is missing or malformed, the comparison
 * is with `now`, in milliseconds since 1970. The returned wait is at least 250 ms.
 */
export function parseRetryAfter(
  value: string | undefined,
  date: string | undefined,
  now: number,
): RetryAfter {
  if (value === undefined) return { kind: 'none' };
  const text = removeRepeatedHeaderValue(value.trim());
  const seconds = /^(\d+(?:\.\d+)?) ?s?$/i.exec(text)?.[1];
  if (seconds !== undefined) return limitWait(Math.ceil(Number(seconds) * 1000));
  const at = parseHttpDate(text, now);
  return at === undefined
    ? { kind: 'unreadable' }
    : limitWait(at - (parseHttpDate(date?.trim() ?? '', now) ?? now));
}

const limitWait = (ms: number): RetryAfter => ({
  kind: 'wait',
  ms: Math.min(MAX_RETRY_AFTER_MS, Math.max(MIN_RETRY_AFTER_MS, ms)),
});

function removeRepeatedHeaderValue(text: string): string {
  const parts = text.split(',').map((part) => part.trim());
  // Two of the three date formats contain a comma themselves.
  for (const partsPerValue of [1, 2]) {
    const isRepeated =
      parts.length > partsPerValue &&
      parts.length % partsPerValue === 0 &&
      parts.every((part, index) => part === parts[index % partsPerValue]);
    if (isRepeated) return parts.slice(0, partsPerValue).join(', ');
  }
  return text;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const MONTH = `(?<month>${MONTHS.join('|')})`;
const DAY_NAME = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';
const LONG_DAY_NAME = '(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)';
const TIME = String.raw`(?<hour>\d{2}):(?<minute>\d{2}):(?<second>\d{2})`;

/**
 * Patterns of the three date formats that RFC 9110 requires a recipient to accept. In the first two, UTC may also
 * replace GMT.
 */
const HTTP_DATES = [
  // IMF-fixdate: Sun, 06 Nov 1994 08:49:37 GMT
  new RegExp(`^${DAY_NAME}, (?<day>\\d{1,2}) ${MONTH} (?<year>\\d{4}) ${TIME} (?:GMT|UTC)$`),
  // RFC 850: Sunday, 06-Nov-94 08:49:37 GMT
  new RegExp(`^${LONG_DAY_NAME}, (?<day>\\d{2})-${MONTH}-(?<year>\\d{2}) ${TIME} (?:GMT|UTC)$`),
  // asctime: Sun Nov  6 08:49:37 1994
  new RegExp(`^${DAY_NAME} ${MONTH} (?<day>\\d{2}| \\d) ${TIME} (?<year>\\d{4})$`),
];

function parseHttpDate(text: string, now: number): number | undefined {
  for (const form of HTTP_DATES) {
    const parts = form.exec(text)?.groups;
    if (!parts) continue;
    const [day = 0, hour = 0, minute = 0, second = 0] = [
      parts.day,
      parts.hour,
      parts.minute,
      parts.second,
    ].map(Number);
    const at = new Date(0);
    at.setUTCFullYear(expandYear(parts.year ?? '', now), MONTHS.indexOf(parts.month ?? ''), day);
    const isValid = at.getUTCDate() === day && hour < 24 && minute < 60 && second <= 60;
    at.setUTCHours(hour, minute, second);
    return isValid ? at.getTime() : undefined;
  }
  return undefined;
}

function expandYear(digits: string, now: number): number {
  const year = Number(digits);
  if (digits.length > 2) return year;
  const latest = new Date(now).getUTCFullYear() + 50;
  return latest - ((latest - year) % 100);
}
