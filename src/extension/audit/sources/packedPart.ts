/** Compressed data, unpacked by Node's zlib as it is asked for. */
import type { Transform } from 'node:stream';
import * as zlib from 'node:zlib';

/** Bytes unpacked per chunk. If the data breaks off, at most this much before that place is lost. */
const UNPACKED = 64 * 1024;

/**
 * Unpacks one compressed part of a file from chunks of bytes, and detects where the part ends, which may be within a
 * chunk.
 */
export interface UnpackedPart {
  /** Whether it has ended before the bytes given did. */
  readonly isOver: boolean;
  /** Number of the bytes given last that belong to it. */
  readonly taken: number;
  /**
   * Yields what further bytes unpack to; without an argument, all that is left at the end of the file. Each chunk is valid
   * until the next one is requested. Throws zlib's error if the data is damaged.
   */
  unpack(bytes?: Uint8Array): AsyncGenerator<Uint8Array>;
  close(): void;
}

/** The data of one gzip member without its header, or a frame of zstd; or several frames that follow each other. */
export class PackedPart implements UnpackedPart {
  readonly #stream: Transform & { readonly bytesWritten: number };
  readonly #unpacked: Uint8Array[] = [];
  #before = 0;
  #ending: { readonly error?: Error } | undefined;
  #wake = (): void => undefined;

  constructor(compression: 'deflate' | 'zstd') {
    const options = { chunkSize: UNPACKED };
    this.#stream =
      compression === 'deflate' ? zlib.createInflateRaw(options) : zlib.createZstdDecompress(options);
    // Its own iterator drops what it has before an error.
    this.#stream.on('data', (bytes: Uint8Array) => {
      this.#unpacked.push(bytes);
      this.#stream.pause();
      this.#wake();
    });
    this.#stream.on('end', () => this.#end({}));
    this.#stream.on('error', (error) => this.#end({ error }));
  }

  get isOver(): boolean {
    return this.#ending !== undefined && !this.#ending.error;
  }
  get taken(): number {
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
      else if (this.#ending || (isTaken && this.taken === bytes?.length)) return;
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

  #end(how: { readonly error?: Error }): void {
    this.#ending ??= how;
    this.#wake();
  }
}
