/**
 * Operations on text as UTF-8 bytes, supplied by the platform so that the store can use Node's native functions.
 */
export interface Utf8 {
  /** Encodes text as UTF-8. An unpaired surrogate becomes U+FFFD. */
  encode(text: string): Uint8Array;
  byteLength(text: string): number;
  decode(bytes: Uint8Array, from: number, to: number): string;
  isUtf8(bytes: Uint8Array): boolean;
  indexOf(bytes: Uint8Array, needle: Uint8Array, from: number): number;
}
