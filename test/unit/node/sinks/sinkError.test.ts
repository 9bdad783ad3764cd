import assert from 'node:assert/strict';
import { createFileError } from '../../../../src/node/sinks/sinkError.ts';

describe('an error of a file', () => {
  for (const [code, sentences] of [
    ['ENOSPC', 'The disk is full. Free up space.'],
    ['EACCES', 'Access was denied. Check the permissions of the folder and the file.'],
    ['EROFS', 'The file system is read-only. Make it writable, or choose another folder.'],
    ['EBUSY', 'The write failed (EBUSY). Check the path and the disk.'],
  ] as const)
    it(`names the file, the cause, and the next step: ${code}`, () => {
      const error = createFileError(Object.assign(new Error('failed'), { code }), '/var/log/audit');
      assert.equal(error.message, `Could not write /var/log/audit. ${sentences}`);
    });
});
