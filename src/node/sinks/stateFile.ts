/** The file in which a collector stores its state. */
import path from 'node:path';
import type { CollectorStore } from '../../core/audit/handover/collector.ts';
import {
  findStateMismatch,
  formatCollectorState,
  type MadeFor,
  parseCollectorState,
} from '../../core/audit/handover/collectorState.ts';
import { oneLine } from '../../core/messages/oneLine.ts';
import { readSmallFile } from '../smallFile.ts';
import { writeThenRename } from './durable.ts';
import { createFileError } from './sinkError.ts';

/** Maximum size in bytes of a state file that is read. A usual state has a few megabytes, and more with very many gaps. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Thrown if the state file can't be used with these options. The message is for the user. */
export class StateRefusedError extends Error {}

const mismatches: Readonly<Record<keyof MadeFor, string>> = {
  service: 'another service',
  accountID: 'another account',
  parentAccountID: 'another parent account',
  workspaceID: 'another workspace',
  format: 'another format',
  question: 'another question',
  isMasked: 'another choice of masking',
  target: 'another destination',
};

/** Describes a part of the options for which a state was made. None of the parts is a secret. */
function describePart(part: keyof MadeFor, made: MadeFor): string {
  const value = made[part];
  if (typeof value === 'boolean') return value ? 'masked' : 'not masked';
  if (value) return oneLine(value);
  return part === 'question' ? 'all events' : 'none';
}

/** Returns why a state that was made for `before` is refused, as a verb phrase, and what the user can do. */
function describeMismatch(part: keyof MadeFor, before: MadeFor, now: MadeFor): string {
  let remedy = 'Use the same options as before';
  if (part === 'isMasked') remedy = before.isMasked ? 'Leave out --plain-literals' : 'Add --plain-literals';
  const values = `${describePart(part, before)} before, ${describePart(part, now)} now`;
  return `was made for ${mismatches[part]}: ${values}. ${remedy}, or use another --state, with --since for events from before.`;
}

/**
 * Creates a store that keeps the state in a file. `load` rejects with a StateRefusedError if the file is damaged, or if
 * the state was created for other options than `made`. `save` rejects with a SinkError.
 */
export const createStateFile = (file: string, made: MadeFor): CollectorStore => ({
  async load() {
    const read = await readSmallFile(path.resolve(file), MAX_BYTES);
    if (!read.ok) {
      if (read.reason === 'missing') return undefined;
      throw new StateRefusedError(
        `Could not read the state file ${file}. ${read.reason === 'too-large' ? 'It is too large' : 'It must be a file that this user can read'}.`,
      );
    }
    const parsed = parseCollectorState(read.contents.toString('utf8'));
    if (!parsed.ok)
      throw new StateRefusedError(
        parsed.problem === 'other-version'
          ? `The state file ${file} was written by another version of this program. Use that version, or another --state.`
          : `The state file ${file} is damaged or is not a state file. Move it away, and start with --since.`,
      );
    const mismatch = findStateMismatch(parsed.state, made);
    if (mismatch)
      throw new StateRefusedError(
        `The state file ${file} ${describeMismatch(mismatch, parsed.state.madeFor, made)}`,
      );
    return parsed.state;
  },
  async save(state) {
    try {
      await writeThenRename(`${file}.new`, 'w', file, [formatCollectorState(state)]);
    } catch (error) {
      throw createFileError(error, file);
    }
  },
});

/** Creates a store that keeps the state in memory only. */
export function createMemoryStore(): CollectorStore {
  return { load: async () => undefined, save: async () => undefined };
}
