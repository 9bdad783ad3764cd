import { createHash } from 'node:crypto';

/** Returns the SHA-256 hash of a text in UTF-8, in lower-case hexadecimal digits. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
