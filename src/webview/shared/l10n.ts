import { fillPlaceholders } from '../../core/messages/sentence.ts';

function readTranslations(): ReadonlyMap<string, string> {
  const page: Document | undefined = globalThis.document;
  const content = page?.querySelector<HTMLMetaElement>('meta[name="l10n"]')?.content;
  return new Map(Object.entries(JSON.parse(content ?? '{}') as Record<string, string>));
}
const translations = readTranslations();

const language = globalThis.document?.documentElement.lang || undefined;
const numbers = new Intl.NumberFormat(language);
const shares = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });

export const formatCount = (count: number): string => numbers.format(count);

/**
 * Formats `count` as a percentage of `whole` in the display language, for example `12.5%` in English. A share above
 * 0 % but below 0.1 % becomes `<0.1%`. A share above 99.9 % but below 100 % becomes `>99.9%`. If `whole` is 0, the
 * share is 0 %.
 */
export function formatShare(count: number, whole: number): string {
  const share = whole === 0 ? 0 : count / whole;
  if (share > 0 && share < 0.001) return `<${shares.format(0.001)}`;
  if (share < 1 && share > 0.999) return `>${shares.format(0.999)}`;
  return shares.format(share);
}

/**
 * Translates `text`, if there is a translation, and replaces `{0}`, `{1}` … with the arguments. Numbers are formatted
 * by `formatCount`. `text` must be a literal, because `npm run l10n` collects the literals of all calls.
 */
export const t = (text: string, ...args: readonly (string | number)[]): string =>
  fillPlaceholders(
    translations.get(text) ?? text,
    args.map((arg) => (typeof arg === 'number' ? formatCount(arg) : arg)),
  );
