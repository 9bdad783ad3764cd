import { inflateRawSync } from 'node:zlib';

export interface ZipEntry {
  readonly name: string;
  /** Bytes it takes in the archive, without its headers. */
  readonly compressed: number;
  /** Where its local header begins. */
  readonly offset: number;
  readonly deflated: boolean;
}

/** The entries of a ZIP archive by its central directory. Throws where there is none; ZIP64 is not read. */
export function zipEntries(archive: Buffer): ZipEntry[] {
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06'));
  if (end < 0) throw new Error('not a ZIP archive');
  const count = archive.readUInt16LE(end + 10);
  let at = archive.readUInt32LE(end + 16);
  const entries: ZipEntry[] = [];
  for (let index = 0; index < count; index++) {
    const nameLength = archive.readUInt16LE(at + 28);
    const rest = archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
    entries.push({
      name: archive.toString('utf8', at + 46, at + 46 + nameLength),
      compressed: archive.readUInt32LE(at + 20),
      offset: archive.readUInt32LE(at + 42),
      deflated: archive.readUInt16LE(at + 10) === 8,
    });
    at += 46 + nameLength + rest;
  }
  return entries;
}

/** The content of an entry. */
export function zipContent(archive: Buffer, { offset, compressed, deflated }: ZipEntry): Buffer {
  const start = offset + 30 + archive.readUInt16LE(offset + 26) + archive.readUInt16LE(offset + 28);
  const data = archive.subarray(start, start + compressed);
  return deflated ? inflateRawSync(data) : data;
}
