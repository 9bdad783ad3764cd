import { isUtf8 } from 'node:buffer';
import type { Utf8 } from '../core/audit/store/columns/utf8.ts';

export const nodeBytes: Utf8 = {
  encode: (text) => Buffer.from(text),
  byteLength: (text) => Buffer.byteLength(text),
  decode: (bytes, from, to) => bufferOver(bytes).toString('utf8', from, to),
  isUtf8,
  indexOf: (bytes, needle, from) => bufferOver(bytes).indexOf(needle, from),
};

const bufferOver = (bytes: Uint8Array): Buffer =>
  Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
