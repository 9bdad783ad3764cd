/** What the store asks of the machine to keep texts as bytes: given to it, so that Node's own scans can do the work. */
export interface Bytes {
  /** As UTF-8; half a pair of surrogates becomes U+FFFD. */
  encode(text: string): Uint8Array;
  /** Of `encode(text)`. */
  byteLength(text: string): number;
  /** The text of the bytes `from` … `to` − 1. */
  decode(bytes: Uint8Array, from: number, to: number): string;
  /** Whether they are UTF-8: other bytes are decoded all the same, to another text. */
  isUtf8(bytes: Uint8Array): boolean;
  /** Where `needle` is next, at `from` or later; -1 where it is not. */
  indexOf(bytes: Uint8Array, needle: Uint8Array, from: number): number;
}
