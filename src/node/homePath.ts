import { homedir } from 'node:os';
import path from 'node:path';

/** Replaces `~/` or `~\` at the start of a path with the home folder. */
export const expandHomePath = (file: string): string =>
  /^~[\\/]/.test(file) ? path.join(homedir(), file.slice(2)) : file;
