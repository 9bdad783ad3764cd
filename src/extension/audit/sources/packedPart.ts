import type { Transform } from 'node:stream';
import * as zlib from 'node:zlib';

/**
 * Maximum size of an unpacked chunk in bytes. If the data is damaged, up to about this much of the intact data in front
 * of the damage is lost.
 */
const UNPACKED_CHUNK_BYTES = 64 * 1024;

/**
 * Unpacks one compressed part of a file, such as a gzip member. Detects the end of the part, which may be within a
 * chunk.
 */
export interface PartUnpacker {
  readonly isOver: boolean;
  /**
   * Number of bytes that belong to the part in the chunk last passed to `unpack`. Valid once everything that `unpack`
   * yields was read.
   */
  readonly takenByteCount: number;
  /**
   * Unpacks the next chunk of the file. Omit `bytes` if the file has ended. Each yielded chunk is valid until the next
   * one is requested. Throws if the data is damaged.
   */
  unpack(bytes?: Uint8Array): AsyncGenerator<Uint8Array>;
  close(): void;
}

export class ZlibPartUnpacker implements PartUnpacker {
  readonly #stream: Transform & { readonly bytesWritten: number };
  readonly #unpacked: Uint8Array[] = [];
  #before = 0;
  #ending: { readonly error?: Error } | undefined;
  #wake = (): void => undefined;

  constructor(compression: 'deflate' | 'zstd') {
    const options = { chunkSize: UNPACKED_CHUNK_BYTES };
    this.#stream =
      compression === 'deflate' ? zlib.createInflateRaw(options) : zlib.createZstdDecompress(options);
    // The stream's own iterator would drop unpacked data when an error occurs.
    this.#stream.on('data', (bytes: Uint8Array) => {
      this.#unpacked.push(bytes);
      this.#stream.pause();
      this.#wake();
    });
    this.#stream.on('end', () => this.#recordEndAndWake({}));
    this.#stream.on('error', (error) => this.#recordEndAndWake({ error }));
  }

  get isOver(): boolean {
    return this.#ending !== undefined && !this.#ending.error;
  }
  get takenByteCount(): number {
    return this.#stream.bytesWritten - this.#before;
  }
  async *unpack(bytes?: Uint8Array): AsyncGenerator<Uint8Array> {
    this.#before = this.#stream.bytesWritten;
    let isTaken = false;
    if (!bytes) this.#stream.end();
    else
      this.#stream.write(bytes, () => {
        isTaken = true;
        this.#wake();
      });
    for (;;) {
      const unpacked = this.#unpacked.shift();
      if (unpacked) yield unpacked;
      else if (this.#ending?.error) throw this.#ending.error;
      else if (this.#ending || (isTaken && this.takenByteCount === bytes?.length)) return;
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
          this.#stream.resume();
        });
    }
  }
  close(): void {
    this.#stream.destroy();
  }

  #recordEndAndWake(how: { readonly error?: Error }): void {
    this.#ending ??= how;
    this.#wake();
  }
}
