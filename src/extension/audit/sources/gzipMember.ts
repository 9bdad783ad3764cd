import { crc32 } from 'node:zlib';
import { type PartUnpacker, ZlibPartUnpacker } from './packedPart.ts';

const TRAILER_LENGTH = 8;
const [HAS_CHECKSUM, HAS_EXTRA, HAS_NAME, HAS_COMMENT] = [2, 4, 8, 16];

const createDamagedDataError = (message: string): Error =>
  Object.assign(new Error(message), { code: 'Z_DATA_ERROR' });

/**
 * Unpacks one gzip member (RFC 1952) and stops at its end, because Node's own gunzip may lose data
 * of a member that is followed by other bytes.
 */
export class GzipMember implements PartUnpacker {
  #header = Buffer.alloc(0);
  #body: ZlibPartUnpacker | undefined;
  #trailer = Buffer.alloc(0);
  #checksum = 0;
  #length = 0;
  #taken = 0;

  get isOver(): boolean {
    return this.#trailer.length === TRAILER_LENGTH;
  }
  get takenByteCount(): number {
    return this.#taken;
  }

  /**
   * Unpacks the next chunk of the file, as far as the chunk belongs to the member. Omit `bytes` if the file ends before
   * the member does; the call then yields the remaining data and throws. Throws if the data is damaged.
   */
  async *unpack(bytes?: Uint8Array): AsyncGenerator<Uint8Array> {
    this.#taken = 0;
    if (!bytes) {
      yield* this.#unpackBody();
      throw createDamagedDataError('unexpected end of a gzip member');
    }
    this.#body ??= this.#createBodyAfterHeader(bytes);
    if (!this.#body) return;
    if (!this.#body.isOver) yield* this.#unpackBody(bytes.subarray(this.#taken));
    if (this.#body.isOver) this.#readTrailer(bytes.subarray(this.#taken));
  }
  close(): void {
    this.#body?.close();
  }

  #createBodyAfterHeader(bytes: Uint8Array): ZlibPartUnpacker | undefined {
    const before = this.#header.length;
    this.#header = Buffer.concat([this.#header, bytes]);
    const length = headerLength(this.#header);
    this.#taken = length === undefined ? bytes.length : length - before;
    return length === undefined ? undefined : new ZlibPartUnpacker('deflate');
  }
  async *#unpackBody(bytes?: Uint8Array): AsyncGenerator<Uint8Array> {
    if (!this.#body) return;
    for await (const unpacked of this.#body.unpack(bytes)) {
      this.#checksum = crc32(unpacked, this.#checksum);
      this.#length += unpacked.length;
      yield unpacked;
    }
    if (bytes) this.#taken += this.#body.takenByteCount;
  }
  #readTrailer(bytes: Uint8Array): void {
    const more = bytes.subarray(0, TRAILER_LENGTH - this.#trailer.length);
    this.#trailer = Buffer.concat([this.#trailer, more]);
    this.#taken += more.length;
    if (!this.isOver) return;
    const isWhole =
      this.#trailer.readUInt32LE(0) === this.#checksum &&
      this.#trailer.readUInt32LE(4) === this.#length % 2 ** 32;
    if (!isWhole) throw createDamagedDataError('wrong checksum of a gzip member');
  }
}

/**
 * Returns the length in bytes of the gzip header with which `bytes` begin; undefined if the header is incomplete.
 * Throws if `bytes` do not begin with a gzip header.
 */
function headerLength(bytes: Buffer): number | undefined {
  const isGzip = [0x1f, 0x8b, 8].every((expected, at) => (bytes[at] ?? expected) === expected);
  if (!isGzip) throw createDamagedDataError('no gzip member');
  const flags = bytes[3] ?? 0;
  let end = 10;
  if (flags & HAS_EXTRA) {
    if (bytes.length < end + 2) return undefined;
    end += 2 + bytes.readUInt16LE(end);
  }
  for (const flag of [HAS_NAME, HAS_COMMENT]) {
    if (!(flags & flag)) continue;
    const zero = bytes.indexOf(0, end);
    if (zero < 0) return undefined;
    end = zero + 1;
  }
  if (flags & HAS_CHECKSUM) end += 2;
  return bytes.length < end ? undefined : end;
}
