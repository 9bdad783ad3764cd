import { errorCode } from '../../core/messages/thrownErrors.ts';

/** Thrown if a sink or the state file fails. The message is for the user, and includes the next step if there is one. */
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
  EISDIR: 'It is a folder',
  ENAMETOOLONG: 'The name is too long',
  EIO: 'The disk failed',
};

/** Returns a SinkError that names `file` and the reason why it could not be written. Returns a SinkError unchanged. */
export function createFileError(error: unknown, file: string): SinkError {
  if (error instanceof SinkError) return error;
  const code = errorCode(error);
  const reason = reasons[code ?? ''] ?? `The write failed (${code ?? 'unknown error'})`;
  return new SinkError(`Could not write ${file}. ${reason}.`);
}
