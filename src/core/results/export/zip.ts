/** A ZIP archive written in one go (PKWARE's APPNOTE): sizes follow each entry, so that nothing is held back. */

export interface ZipEntry {
  readonly name: string;
  readonly content: Iterable<Uint8Array>;
}

/** Compresses as RFC 1951 says; the host has a library for it. */
export type DeflateRaw = (content: Iterable<Uint8Array>) => AsyncIterable<Uint8Array>;

interface Written {
  readonly name: Uint8Array;
  readonly offset: number;
  readonly crc: number;
  readonly compressed: number;
  readonly size: number;
}

const VERSION = 20;
/** Sizes follow the data (bit 3); names are UTF-8 (bit 11). */
const FLAGS = 0x0808;
const DEFLATED = 8;
/** 1 January 1980: the archive of the same rows is the same file whenever it is made. */
const DATE = 0x0021;
const MAX_SIZE = 0xffffffff;

/** The archive piece by piece. Throws a RangeError where it would need more than 4 GB. */
export async function* zipChunks(
  entries: Iterable<ZipEntry>,
  deflateRaw: DeflateRaw,
  encode: (text: string) => Uint8Array,
): AsyncGenerator<Uint8Array> {
  const written: Written[] = [];
  let offset = 0;
  const counted = (bytes: Uint8Array): Uint8Array => {
    offset += bytes.length;
    if (offset > MAX_SIZE) throw new RangeError('archive over 4 GB');
    return bytes;
  };
  for (const entry of entries) {
    const start = offset;
    const name = encode(entry.name);
    yield counted(
      record(0x04034b50, [
        2,
        VERSION,
        2,
        FLAGS,
        2,
        DEFLATED,
        2,
        0,
        2,
        DATE,
        4,
        0,
        4,
        0,
        4,
        0,
        2,
        name.length,
        2,
        0,
      ]),
    );
    yield counted(name);
    let crc = 0xffffffff;
    let size = 0;
    const content = function* () {
      for (const bytes of entry.content) {
        crc = addCrc(crc, bytes);
        size += bytes.length;
        yield bytes;
      }
    };
    const from = offset;
    for await (const bytes of deflateRaw(content())) yield counted(bytes);
    crc = ~crc >>> 0;
    if (size > MAX_SIZE) throw new RangeError('entry over 4 GB');
    const compressed = offset - from;
    yield counted(record(0x08074b50, [4, crc, 4, compressed, 4, size]));
    written.push({ name, offset: start, crc, compressed, size });
  }
  const directory = offset;
  for (const { name, offset: at, crc, compressed, size } of written) {
    const fields = [
      2,
      VERSION,
      2,
      VERSION,
      2,
      FLAGS,
      2,
      DEFLATED,
      2,
      0,
      2,
      DATE,
      4,
      crc,
      4,
      compressed,
      4,
      size,
    ];
    yield counted(record(0x02014b50, [...fields, 2, name.length, 2, 0, 2, 0, 2, 0, 2, 0, 4, 0, 4, at]));
    yield counted(name);
  }
  const length = offset - directory;
  yield record(0x06054b50, [2, 0, 2, 0, 2, written.length, 2, written.length, 4, length, 4, directory, 2, 0]);
}

/** A signature, then fields as pairs of their size in bytes and value; little endian. */
function record(signature: number, fields: readonly number[]): Uint8Array {
  const bytes = [4, signature, ...fields];
  const view = new DataView(
    new ArrayBuffer(4 + fields.reduce((sum, n, i) => (i % 2 === 0 ? sum + n : sum), 0)),
  );
  let at = 0;
  for (let i = 0; i < bytes.length; i += 2) {
    const value = bytes[i + 1] ?? 0;
    if (bytes[i] === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += bytes[i] ?? 0;
  }
  return new Uint8Array(view.buffer);
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

function addCrc(crc: number, bytes: Uint8Array): number {
  let sum = crc;
  for (let at = 0; at < bytes.length; at++) {
    sum = (CRC_TABLE[(sum ^ (bytes[at] ?? 0)) & 0xff] ?? 0) ^ (sum >>> 8);
  }
  return sum;
}
