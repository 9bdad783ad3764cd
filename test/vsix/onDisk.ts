/**
 * What is written on a disk: the bytes of files as they are, and what lies compressed in the databases of a browser,
 * where the editor keeps its own log and state.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { snappyUncompress } from 'hyparquet';

/** Files below a folder that hold a text, as UTF-8 or UTF-16, as they are or in what they hold compressed. */
export function filesWith(folder: string, text: string): string[] {
  const needles = [Buffer.from(text), Buffer.from(text, 'utf16le')];
  const holds = (bytes: Buffer): boolean => needles.some((needle) => bytes.includes(needle));
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => contentsOf(bytesOf(file)).some(holds));
}

/** Nothing where the file has gone since it was listed: its writer is still at work. */
function bytesOf(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}

/** A file's bytes, and all that can be unpacked of them. */
export function contentsOf(file: Buffer): Buffer[] {
  if (isGzip(file)) return [file, gunzipSync(file)];
  const records = isTable(file) ? recordsOfTable(file) : recordsOfLog(file);
  return [file, ...[file, ...records].flatMap((record) => [record, ...unwrapped(record)])];
}

const isGzip = (file: Buffer): boolean => file.subarray(0, 3).equals(Buffer.from([0x1f, 0x8b, 0x08]));

/** What comes before a value that the browser compressed: a version of its own, and the kind of compression. */
const compressed = Buffer.from([0xff, 0x11, 0x02]);
/** In a database the value has a number before it, in a file of its own it has none. */
const farthestMark = 16;

/** The value of a database's record, or of a file that holds one large value, where it is compressed. */
function unwrapped(record: Buffer): Buffer[] {
  const at = record.subarray(0, farthestMark).indexOf(compressed);
  return at < 0 ? [] : [decompressed(record.subarray(at + compressed.length))];
}

function decompressed(bytes: Buffer): Buffer {
  const [length] = readVarint(bytes, 0);
  const output = Buffer.alloc(length);
  snappyUncompress(bytes, output);
  return output;
}

/** A number of seven bits a byte, and where it ends. */
function readVarint(bytes: Buffer, from: number): readonly [number, number] {
  let value = 0;
  let at = from;
  for (let scale = 1; ; scale *= 128) {
    const byte = bytes.readUInt8(at++);
    value += (byte & 0x7f) * scale;
    if (byte < 0x80) return [value, at];
  }
}

/** A stretch that begins with its length, and where it ends. */
function readSlice(bytes: Buffer, from: number): readonly [Buffer, number] {
  const [length, start] = readVarint(bytes, from);
  return [bytes.subarray(start, start + length), start + length];
}

// Tables of LevelDB: https://github.com/google/leveldb/blob/main/doc/table_format.md
const tableMark = Buffer.from('57fb808b247547db', 'hex');
const footerBytes = 48;

const isTable = (file: Buffer): boolean => file.subarray(-tableMark.length).equals(tableMark);

/** Keys and values of a table's blocks; a key begins where it differs from the one before, so blocks are there as well. */
function recordsOfTable(file: Buffer): Buffer[] {
  const footer = file.subarray(-footerBytes);
  const [, afterOffset] = readVarint(footer, 0);
  const [, indexHandle] = readVarint(footer, afterOffset);
  const index = readBlock(file, footer.subarray(indexHandle));
  return valuesOf(index).flatMap((handle) => {
    const block = readBlock(file, handle);
    return [block, ...valuesOf(block)];
  });
}

/** The block that a handle names, by offset and length; the byte behind it tells whether it is compressed. */
function readBlock(file: Buffer, handle: Buffer): Buffer {
  const [offset, next] = readVarint(handle, 0);
  const [length] = readVarint(handle, next);
  const block = file.subarray(offset, offset + length);
  return file[offset + length] === 1 ? decompressed(block) : block;
}

function valuesOf(block: Buffer): Buffer[] {
  const restarts = block.readUInt32LE(block.length - 4);
  const end = block.length - 4 * (restarts + 1);
  const values: Buffer[] = [];
  for (let at = 0; at < end; ) {
    const [, unshared] = readVarint(block, at);
    const [keyBytes, valueLength] = readVarint(block, unshared);
    const [valueBytes, key] = readVarint(block, valueLength);
    const value = key + keyBytes;
    at = value + valueBytes;
    values.push(block.subarray(value, at));
  }
  return values;
}

// Logs of LevelDB: https://github.com/google/leveldb/blob/main/doc/log_format.md
const logBlockBytes = 32_768;
const headerBytes = 7;
const whole = 1;
const first = 2;
const last = 4;

/** Records that a log holds in pieces, put together, and the values in them; of any other file nothing that is of use. */
function recordsOfLog(file: Buffer): Buffer[] {
  const records: Buffer[] = [];
  let pieces: Buffer[] = [];
  for (let start = 0; start < file.length; start += logBlockBytes) {
    const block = file.subarray(start, start + logBlockBytes);
    for (let at = 0; at + headerBytes <= block.length; ) {
      const length = block.readUInt16LE(at + 4);
      const kind = block[at + 6] ?? 0;
      const end = at + headerBytes + length;
      // Not a log, or the unused rest of its block.
      if (kind < whole || kind > last || end > block.length) break;
      if (kind <= first) pieces = [];
      pieces.push(block.subarray(at + headerBytes, end));
      if (kind === whole || kind === last) records.push(Buffer.concat(pieces));
      at = end;
    }
  }
  return records.flatMap((record) => [record, ...valuesOfBatch(record)]);
}

/** The values that a batch of changes writes; as many as can be read of what may be something else. */
function valuesOfBatch(batch: Buffer): Buffer[] {
  const values: Buffer[] = [];
  const head = 12;
  try {
    for (let at = head; at < batch.length; ) {
      const writes = batch[at] === 1;
      const [, afterKey] = readSlice(batch, at + 1);
      at = afterKey;
      if (!writes) continue;
      const [value, end] = readSlice(batch, afterKey);
      values.push(value);
      at = end;
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return values;
}
