/**
 * Decodes text that may be encoded in several nested layers. A layer can contain percent-encoding, `+` for a space,
 * backslash escapes, XML entities, and doubled quotes. Layers beyond the eighth stay encoded.
 */

interface DecodedText {
  readonly text: string;
  /**
   * For each UTF-16 code unit of `text`, the offset in the source of the code unit or encoded character that produced
   * it. One last element is the length of the source.
   */
  readonly offsets: readonly number[];
}

const PERCENT =
  /%(?:[0-7][\da-f]|[cd][\da-f]%[89ab][\da-f]|e[\da-f](?:%[89ab][\da-f]){2}|f[0-7](?:%[89ab][\da-f]){3})/;
const ESCAPE = /\\(?:u[\da-f]{4}|["'\\/bfnrt])/;
const ENTITY = /&(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});/;
const QUOTES = /''|""/;
/**
 * Matches the encoding of one character or UTF-16 code unit. A plus sign may stand for a space or for itself. It is
 * decoded to a space in either case, so that both forms compare equal.
 */
const ENCODED = new RegExp(
  [PERCENT, ESCAPE, ENTITY, QUOTES, /\+/].map(({ source }) => source).join('|'),
  'gi',
);
const CONTROLS: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const MAX_LAYERS = 8;

export function decodeText(source: string): DecodedText {
  let decoded: DecodedText = {
    text: source,
    offsets: Array.from({ length: source.length + 1 }, (_, i) => i),
  };
  for (let layer = 0; layer < MAX_LAYERS; layer++) {
    const next = decodeOneLayer(decoded);
    if (next.text === decoded.text) break;
    decoded = next;
  }
  return decoded;
}

export const mayContainEncoding = (text: string): boolean => text.search(ENCODED) >= 0;

function decodeOneLayer({ text, offsets: places }: DecodedText): DecodedText {
  const parts: string[] = [];
  const next: number[] = [];
  let done = 0;
  const keep = (end: number): void => {
    parts.push(text.slice(done, end));
    for (; done < end; done++) next.push(places[done] ?? 0);
  };
  for (const { 0: code, index } of text.matchAll(ENCODED)) {
    keep(index);
    const characters = decodeEscapeOrEntity(code);
    parts.push(characters);
    for (let i = 0; i < characters.length; i++) next.push(places[index] ?? 0);
    done = index + code.length;
  }
  keep(text.length);
  next.push(places[text.length] ?? 0);
  return { text: parts.join(''), offsets: next };
}

function decodeEscapeOrEntity(code: string): string {
  switch (code[0]) {
    case '%':
      return decodePercentSequence(code);
    case '\\':
      if (/^\\u/i.test(code)) return String.fromCharCode(Number.parseInt(code.slice(2), 16));
      return CONTROLS[code.slice(1).toLowerCase()] ?? code.slice(1);
    case '&':
      return NAMED[code.slice(1, -1).toLowerCase()] ?? decodeNumericEntity(code);
    case '+':
      return ' ';
    default:
      return code.slice(1);
  }
}

function decodePercentSequence(code: string): string {
  try {
    return decodeURIComponent(code);
  } catch {
    // The bytes are not valid UTF-8.
    return code;
  }
}

function decodeNumericEntity(code: string): string {
  const isHex = /^&#x/i.test(code);
  const number = Number.parseInt(code.slice(isHex ? 3 : 2, -1), isHex ? 16 : 10);
  return number <= 0x10ffff ? String.fromCodePoint(number) : code;
}
