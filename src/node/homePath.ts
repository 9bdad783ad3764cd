import { homedir } from 'node:os';
import path from 'node:path';

/** A path as the settings name it, absolute or below the home folder (`~/…`), as an absolute one. */
export const fromHome = (file: string): string =>
  /^~[\\/]/.test(file) ? path.join(homedir(), file.slice(2)) : file;
