/** The view's own words in the person's language. */
import { fillPlaces } from '../../core/messages/sentence.ts';

/** What the host puts into the page: translations by their English text. There are none in English. */
function readTranslations(): ReadonlyMap<string, string> {
  const page: Document | undefined = globalThis.document;
  const content = page?.querySelector<HTMLMetaElement>('meta[name="l10n"]')?.content;
  return new Map(Object.entries(JSON.parse(content ?? '{}') as Record<string, string>));
}
const translations = readTranslations();

const language = globalThis.document?.documentElement.lang || undefined;
const numbers = new Intl.NumberFormat(language);
const shares = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });

/** A count as the person's language writes it, `1,000,000` in English. */
export const formatCount = (count: number): string => numbers.format(count);

/** A part of a whole in percent. What is there is never 0 %, nor is all but a little 100 %. */
export function formatShare(count: number, whole: number): string {
  const share = whole === 0 ? 0 : count / whole;
  if (share > 0 && share < 0.001) return `<${shares.format(0.001)}`;
  if (share < 1 && share > 0.999) return `>${shares.format(0.999)}`;
  return shares.format(share);
}

/**
 * `text` translated, with `{0}`, `{1}` … filled, numbers as `formatCount` writes them. It is
 * always a literal: `npm run l10n` collects those of all calls.
 */
export const t = (text: string, ...args: readonly (string | number)[]): string =>
  fillPlaces(
    translations.get(text) ?? text,
    args.map((arg) => (typeof arg === 'number' ? formatCount(arg) : arg)),
  );
