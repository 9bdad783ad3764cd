import { existsSync } from 'node:fs';
import path from 'node:path';
import { errorCode } from '../../core/messages/thrownErrors.ts';

/** Thrown if a sink or the state file fails. The message is for the user, and includes the next step. */
export class SinkError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SinkError';
  }
}

/** For each code of an error of the file system, what is wrong and what the user can do. */
const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full. Free up space.',
  EDQUOT: 'The disk quota is used up. Free up space.',
  EFBIG: 'The file is larger than this system allows. Raise the limit (ulimit -f), or choose another disk.',
  EACCES: 'Access was denied. Check the permissions of the folder and the file.',
  EPERM: 'Access was denied. Check the permissions of the folder and the file.',
  EROFS: 'The file system is read-only. Make it writable, or choose another folder.',
  ENOTDIR: 'A part of the path is not a folder. Check the path.',
  EISDIR: 'It is a folder. Name a file.',
  ENAMETOOLONG: 'The name is too long. Choose a shorter one.',
  EIO: 'The disk failed. Check it, or choose another one.',
};

/**
 * Returns a SinkError that names `file`, the reason why it could not be written, and the next step. Returns a SinkError
 * unchanged.
 */
export function createFileError(error: unknown, file: string): SinkError {
  if (error instanceof SinkError) return error;
  const code = errorCode(error) ?? 'unknown error';
  const reason =
    code === 'ENOENT'
      ? describeMissingPath(path.dirname(file))
      : (reasons[code] ?? `The write failed (${code}). Check the path and the disk.`);
  return new SinkError(`Could not write ${file}. ${reason}`);
}

/** Describes why a file in `folder` could not be created although the system says only that something does not exist. */
const describeMissingPath = (folder: string): string =>
  existsSync(folder)
    ? `No file can be created in ${folder}. Choose another folder.`
    : `The folder ${folder} does not exist. Create it, or check the path.`;
