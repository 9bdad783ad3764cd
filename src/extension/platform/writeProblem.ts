import * as vscode from 'vscode';
import { errorCode } from '../../core/messages/thrownErrors.ts';

/**
 * Returns a message that says why a file could not be written. The system's own message is not quoted, because it may
 * contain a path.
 */
export function describeWriteError(error: unknown, name: string): string {
  const code = errorCode(error);
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return vscode.l10n.t(
        '“{0}” was not written: the disk is full. Free up space, or choose another disk.',
        name,
      );
    case 'EACCES':
    case 'EPERM':
    case 'NoPermissions':
      return vscode.l10n.t('No permission to write “{0}”. Choose another folder.', name);
    case 'EROFS':
      return vscode.l10n.t('“{0}” was not written: the disk is read-only. Choose another folder.', name);
    case 'ENOENT':
    case 'ENOTDIR':
    case 'FileNotFound':
    case 'FileNotADirectory':
      return vscode.l10n.t('“{0}” was not written: the folder no longer exists.', name);
    case 'EISDIR':
    case 'FileIsADirectory':
      return vscode.l10n.t('“{0}” is a folder. Choose another name.', name);
    case 'ENAMETOOLONG':
      return vscode.l10n.t('“{0}” was not written: the name is too long.', name);
    case 'EBUSY':
    case 'ETXTBSY':
      return vscode.l10n.t('“{0}” is open in another program. Close it there and export again.', name);
    case 'EFBIG':
    case 'tooLargeHere':
      return vscode.l10n.t('Too many rows for a file in this location. Choose a folder on this machine.');
    default:
      // For example, the uncompressed contents of an XLSX file exceed 4 GB, the maximum of its ZIP format.
      if (error instanceof RangeError)
        return vscode.l10n.t('Too many rows for this format. Choose CSV or NDJSON.');
      return vscode.l10n.t('“{0}” was not written ({1}).', name, code || 'unknown');
  }
}
