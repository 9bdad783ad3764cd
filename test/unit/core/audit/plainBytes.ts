/** Encodes and decodes text with the standard encoder, which Node and browsers have. */
import type { Utf8 } from '../../../../src/core/audit/store/columns/utf8.ts';

const encoder = new TextEncoder();
const strict = new TextDecoder('utf-8', { fatal: true });
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

export const plainBytes: Utf8 = {
  encode: (text) => encoder.encode(text),
  byteLength: (text) => encoder.encode(text).length,
  decode: (bytes, from, to) => decoder.decode(bytes.subarray(from, to)),
  isUtf8(bytes) {
    try {
      strict.decode(bytes);
      return true;
    } catch {
      return false;
    }
  },
  indexOf(bytes, needle, from) {
    const [first = 0] = needle;
    for (let at = bytes.indexOf(first, from); at >= 0; at = bytes.indexOf(first, at + 1)) {
      if (at + needle.length > bytes.length) return -1;
      if (needle.every((byte, offset) => bytes[at + offset] === byte)) return at;
    }
    return -1;
  },
};
