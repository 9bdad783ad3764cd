/** The view's own words in the person's language. */
import { fillPlaces } from '../../core/messages/sentence.ts';

/** What the host puts into the page: translations by their English text. There are none in English. */
function readTranslations(): ReadonlyMap<string, string> {
  const page: Document | undefined = globalThis.document;
  const content = page?.querySelector<HTMLMetaElement>('meta[name="l10n"]')?.content;
  return new Map(Object.entries(JSON.parse(content ?? '{}') as Record<string, string>));
}
const translations = readTranslations();

/** `text` translated, with `{0}`, `{1}` … filled. It is always a literal: `npm run l10n` collects those of all calls. */
export const t = (text: string, ...args: readonly (string | number)[]): string =>
  fillPlaces(translations.get(text) ?? text, args);
