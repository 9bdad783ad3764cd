/**
 * Operations on text as UTF-8 bytes, supplied by the platform so that the store can use Node's native functions.
 */
export interface Utf8 {
  /** Encodes text as UTF-8. An unpaired surrogate becomes U+FFFD. */
  encode(text: string): Uint8Array;
  /** Returns the number of bytes of `encode(text)`. */
  byteLength(text: string): number;
  /** Decodes bytes `from` to `to` − 1 as UTF-8. */
  decode(bytes: Uint8Array, from: number, to: number): string;
  /** Whether the bytes are valid UTF-8. `decode` replaces invalid bytes instead of failing. */
  isUtf8(bytes: Uint8Array): boolean;
  /** Returns the offset of the first occurrence of `needle` at or after `from`, or -1 if there is none. */
  indexOf(bytes: Uint8Array, needle: Uint8Array, from: number): number;
}
