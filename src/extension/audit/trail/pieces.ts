/** The bytes of a file, a piece at a time, unpacked where they are compressed. */
import { read } from 'node:fs';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import type { FileSource } from './fileSource.ts';

/** Taken at a time: some ten milliseconds of work. */
const PIECE = 1024 * 1024;
/** So much at most is lost before the place where compressed data breaks off. */
const UNPACKED = 64 * 1024;

export type Compression = 'none' | 'gzip' | 'zstd';

/** By the first bytes of a file. */
export function compressionOf(bytes: Uint8Array): Compression {
  const [a, b, c, d] = bytes;
  if (a === 0x1f && b === 0x8b) return 'gzip';
  return a === 0x28 && b === 0xb5 && c === 0x2f && d === 0xfd ? 'zstd' : 'none';
}

/** Whether this Node can read zstd: from 22.15 on. */
export const hasZstd = (): boolean => 'createZstdDecompress' in zlib;

/** Bytes to look at until the next piece, and how far in the file they end. */
export interface Piece {
  readonly bytes: Uint8Array;
  readonly at: number;
}

/** Those of a file as it is, from a byte on up to the size that it had when it was opened. */
export async function* plainPieces(source: FileSource, from = 0): AsyncGenerator<Piece> {
  const readAt = promisify(read);
  const buffer = Buffer.allocUnsafe(Math.min(PIECE, Math.max(1, source.size - from)));
  for (let at = from; at < source.size; ) {
    const wanted = Math.min(buffer.length, source.size - at);
    const { bytesRead } = await readAt(source.descriptor, buffer, 0, wanted, at);
    // Shorter than it was when it was opened.
    if (bytesRead === 0) throw source.lost();
    at += bytesRead;
    yield { bytes: buffer.subarray(0, bytesRead), at };
  }
}

/** Those of compressed ones, unpacked: all that there are before they break off, if they do. */
export async function* unpackedPieces(
  pieces: AsyncGenerator<Piece>,
  compression: Compression,
): AsyncGenerator<Piece> {
  if (compression === 'none') {
    yield* pieces;
    return;
  }
  const options = { chunkSize: UNPACKED };
  const unpack = compression === 'gzip' ? zlib.createGunzip(options) : zlib.createZstdDecompress(options);
  let at = 0;
  async function* copies(): AsyncGenerator<Buffer> {
    for await (const piece of pieces) {
      at = piece.at;
      yield Buffer.from(piece.bytes);
    }
  }
  const packed = Readable.from(copies());
  packed.on('error', (error) => unpack.destroy(error));
  const unpacked = gatheredFrom(packed.pipe(unpack));
  try {
    for await (const bytes of unpacked) yield { bytes, at };
  } finally {
    packed.destroy();
    unpack.destroy();
  }
}

/** What a stream gives, the last before an error too, which the stream's own iterator drops. */
async function* gatheredFrom(stream: Readable): AsyncGenerator<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let wake = (): void => undefined;
  let ending: { readonly error?: Error } | undefined;
  const end = (how: { readonly error?: Error }): void => {
    ending ??= how;
    wake();
  };
  stream.on('data', (bytes: Uint8Array) => {
    pieces.push(bytes);
    stream.pause();
    wake();
  });
  stream.on('end', () => end({}));
  stream.on('error', (error) => end({ error }));
  for (;;) {
    const piece = pieces.shift();
    if (piece) yield piece;
    else if (ending?.error) throw ending.error;
    else if (ending) return;
    else
      await new Promise<void>((resolve) => {
        wake = resolve;
        stream.resume();
      });
  }
}

/** Those of bytes that are there already, with turns for others in between. */
export async function* piecesOf(whole: Uint8Array): AsyncGenerator<Piece> {
  for (let at = 0; at < whole.length; at += PIECE) {
    await new Promise(setImmediate);
    yield { bytes: whole.subarray(at, at + PIECE), at: Math.min(whole.length, at + PIECE) };
  }
}
