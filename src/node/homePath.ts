import { homedir } from 'node:os';
import path from 'node:path';

/** Expands a path that begins with `~/` or `~\` to one below the home folder. Any other path is returned as it is. */
export const expandHomePath = (file: string): string =>
  /^~[\\/]/.test(file) ? path.join(homedir(), file.slice(2)) : file;
