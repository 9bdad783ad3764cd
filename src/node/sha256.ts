import { createHash } from 'node:crypto';

/** Returns the SHA-256 hash of the UTF-8 form of a text, in lower-case hexadecimal digits. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
