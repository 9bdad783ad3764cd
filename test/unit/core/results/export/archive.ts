/** Reads a ZIP archive by its directory, checking sizes and sums. */
import assert from 'node:assert/strict';
import { crc32, inflateRawSync } from 'node:zlib';

export function unzip(archive: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  const end = archive.length - 22;
  assert.equal(archive.readUInt32LE(end), 0x06054b50);
  let at = archive.readUInt32LE(end + 16);
  for (let entry = 0; entry < archive.readUInt16LE(end + 10); entry++) {
    assert.equal(archive.readUInt32LE(at), 0x02014b50);
    const [crc, compressed, size] = [16, 20, 24].map((offset) => archive.readUInt32LE(at + offset));
    const nameLength = archive.readUInt16LE(at + 28);
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    const local = archive.readUInt32LE(at + 42);
    assert.equal(archive.readUInt32LE(local), 0x04034b50);
    const from = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const content = inflateRawSync(archive.subarray(from, from + (compressed ?? 0)));
    assert.equal(content.length, size);
    assert.equal(crc32(content), crc);
    assert.equal(archive.readUInt32LE(from + (compressed ?? 0)), 0x08074b50);
    files.set(name, content);
    at += 46 + nameLength;
  }
  assert.equal(at, end);
  return files;
}
