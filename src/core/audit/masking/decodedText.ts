/**
 * What a text says behind the encodings that it may have gone through: percent-encoding, escapes of JSON and HTML, doubled
 * quotes, one around the other. Two texts that say the same become the same here, whichever letters an encoder left as
 * they are and in whichever case it wrote its digits.
 */

interface DecodedText {
  readonly text: string;
  /** Where in the source each of its UTF-16 units begins, and at last the source's end. */
  readonly places: readonly number[];
}

const PERCENT =
  /%(?:[0-7][\da-f]|[cd][\da-f]%[89ab][\da-f]|e[\da-f](?:%[89ab][\da-f]){2}|f[0-7](?:%[89ab][\da-f]){3})/;
const ESCAPE = /\\(?:u[\da-f]{4}|["'\\/bfnrt])/;
const ENTITY = /&(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});/;
const QUOTES = /''|""/;
/** A plus sign is a blank of a query string, or was never anything else: both are told alike. */
const ENCODED = new RegExp(
  [PERCENT, ESCAPE, ENTITY, QUOTES, /\+/].map(({ source }) => source).join('|'),
  'gi',
);
const CONTROLS: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
/** Encodings one around the other; no service makes more. */
const MAX_LAYERS = 8;

/** `source` behind all its encodings; the same text where it has none. */
export function decodedText(source: string): DecodedText {
  let decoded: DecodedText = { text: source, places: Array.from({ length: source.length + 1 }, (_, i) => i) };
  for (let layer = 0; layer < MAX_LAYERS; layer++) {
    const next = withoutLayer(decoded);
    if (next.text === decoded.text) break;
    decoded = next;
  }
  return decoded;
}

/** Whether `decodedText` would be another text. */
export const isEncoded = (text: string): boolean => text.search(ENCODED) >= 0;

function withoutLayer({ text, places }: DecodedText): DecodedText {
  const parts: string[] = [];
  const next: number[] = [];
  let done = 0;
  const keep = (end: number): void => {
    parts.push(text.slice(done, end));
    for (; done < end; done++) next.push(places[done] ?? 0);
  };
  for (const { 0: code, index } of text.matchAll(ENCODED)) {
    keep(index);
    const characters = charactersOf(code);
    parts.push(characters);
    for (let i = 0; i < characters.length; i++) next.push(places[index] ?? 0);
    done = index + code.length;
  }
  keep(text.length);
  next.push(places[text.length] ?? 0);
  return { text: parts.join(''), places: next };
}

/** The text that one code means; the code itself where it means none. */
function charactersOf(code: string): string {
  switch (code[0]) {
    case '%':
      return percentDecoded(code);
    case '\\':
      if (/^\\u/i.test(code)) return String.fromCharCode(Number.parseInt(code.slice(2), 16));
      return CONTROLS[code.slice(1).toLowerCase()] ?? code.slice(1);
    case '&':
      return NAMED[code.slice(1, -1).toLowerCase()] ?? numbered(code);
    case '+':
      return ' ';
    default:
      return code.slice(1);
  }
}

function percentDecoded(code: string): string {
  try {
    return decodeURIComponent(code);
  } catch {
    // Bytes of the right form that are no character.
    return code;
  }
}

function numbered(code: string): string {
  const isHex = /^&#x/i.test(code);
  const number = Number.parseInt(code.slice(isHex ? 3 : 2, -1), isHex ? 16 : 10);
  return number <= 0x10ffff ? String.fromCodePoint(number) : code;
}
