import { read } from 'node:fs';
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import type { FileSource } from './fileSource.ts';
import { GzipMember } from './gzipMember.ts';
import { type PartUnpacker, ZlibPartUnpacker } from './packedPart.ts';

const CHUNK_BYTES = 1024 * 1024;

export type Compression = 'none' | 'gzip' | 'zstd';

/** Detects the compression of a file from its first four bytes. `bytes` may contain more of the file. */
export function detectCompression(bytes: Uint8Array): Compression {
  const [a, b, c, d] = bytes;
  if (a === 0x1f && b === 0x8b) return 'gzip';
  if (a === 0x28 && b === 0xb5 && c === 0x2f && d === 0xfd) return 'zstd';
  // A Zstandard file may begin with a skippable frame (RFC 8878).
  return a !== undefined && a >> 4 === 5 && b === 0x2a && c === 0x4d && d === 0x18 ? 'zstd' : 'none';
}

export const isZstdAvailable = (): boolean => 'createZstdDecompress' in zlib;

/**
 * A chunk of a file's content. `bytes` is valid until the next chunk is requested. `at` is the byte offset up to which
 * the file was read; for a compressed file, compressed bytes are counted.
 */
export interface FileChunk {
  readonly bytes: Uint8Array;
  readonly at: number;
}

/**
 * Yields the bytes of a file, without unpacking them, from the byte offset `from` up to the size that the file had when
 * it was opened. Throws `SourceError` if the file has become shorter.
 */
export async function* readChunks(source: FileSource, from = 0): AsyncGenerator<FileChunk> {
  const readAt = promisify(read);
  const buffer = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, Math.max(1, source.size - from)));
  for (let at = from; at < source.size; ) {
    const wanted = Math.min(buffer.length, source.size - at);
    const { bytesRead } = await readAt(source.descriptor, buffer, 0, wanted, at);
    if (bytesRead === 0) throw source.createFileChangedError();
    at += bytesRead;
    yield { bytes: buffer.subarray(0, bytesRead), at };
  }
}

/**
 * Yields the unpacked chunks of a compressed file. With the compression `none`, yields the chunks unchanged. If the
 * data is damaged, throws after yielding the data that was unpacked before.
 */
export async function* unpackChunks(
  chunks: AsyncGenerator<FileChunk>,
  compression: Compression,
): AsyncGenerator<FileChunk> {
  if (compression === 'none') {
    yield* chunks;
    return;
  }
  let part: PartUnpacker | undefined;
  let at = 0;
  try {
    for await (const { bytes, at: end } of chunks) {
      at = end;
      for (let rest = bytes; ; ) {
        // A gzip file may be padded with zeros.
        if (!part && compression === 'gzip') rest = rest.subarray(countLeadingZeros(rest));
        if (rest.length === 0) break;
        part ??= compression === 'gzip' ? new GzipMember() : new ZlibPartUnpacker('zstd');
        for await (const unpacked of part.unpack(rest)) yield { bytes: unpacked, at };
        if (!part.isOver) break;
        rest = rest.subarray(part.takenByteCount);
        part.close();
        part = undefined;
      }
    }
    for await (const bytes of part?.unpack() ?? []) yield { bytes, at };
    // An empty last chunk reports that the file was read to its end, even if the last bytes unpacked to nothing.
    yield { bytes: new Uint8Array(), at };
  } finally {
    part?.close();
  }
}

function countLeadingZeros(bytes: Uint8Array): number {
  const first = bytes.findIndex((byte) => byte !== 0);
  return first < 0 ? bytes.length : first;
}

/** Splits bytes that are in memory into chunks. Lets other work run before each chunk is yielded. */
export async function* splitIntoChunks(whole: Uint8Array): AsyncGenerator<FileChunk> {
  for (let at = 0; at < whole.length; at += CHUNK_BYTES) {
    await new Promise(setImmediate);
    yield { bytes: whole.subarray(at, at + CHUNK_BYTES), at: Math.min(whole.length, at + CHUNK_BYTES) };
  }
}
