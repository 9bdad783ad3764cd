import { createHash } from 'node:crypto';
import type { Sha256 } from '../core/audit/handover/records.ts';

/** Version of this program, as records name it. */
export const VERSION = '0.1.0';

export const sha256: Sha256 = (text) => createHash('sha256').update(text).digest('hex');
