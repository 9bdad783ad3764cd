import { errorCode } from '../../core/messages/thrownErrors.ts';

/** A sink or the state file failed. The message is one sentence for the user, with the next step if there is one. */
export class SinkError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SinkError';
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full',
  EDQUOT: 'The disk quota is used up',
  EFBIG: 'The file is larger than this system allows',
  EACCES: 'Access was denied',
  EPERM: 'Access was denied',
  EROFS: 'The file system is read-only',
  ENOENT: 'The folder does not exist',
  ENOTDIR: 'A part of the path is not a folder',
  EIO: 'The disk failed',
};

/** Returns the error to report after `file` could not be written. */
export function createFileError(error: unknown, file: string): SinkError {
  if (error instanceof SinkError) return error;
  const code = errorCode(error);
  const reason = reasons[code ?? ''] ?? `The write failed (${code ?? 'unknown error'})`;
  return new SinkError(`Could not write ${file}. ${reason}.`);
}
