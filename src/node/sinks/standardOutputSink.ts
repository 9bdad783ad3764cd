import { fstatSync, fsyncSync } from 'node:fs';
import type { OutputRecord } from '../../core/audit/handover/records.ts';
import type { Sink } from '../../core/audit/handover/sink.ts';
import { errorCode } from '../../core/messages/thrownErrors.ts';
import { createFileError, SinkError } from './sinkError.ts';

/** Thrown if the program that reads standard output, such as `head`, has ended or closed the pipe. */
export class ReaderEndedError extends SinkError {
  constructor(what: 'events' | 'rows') {
    super(`The program that reads standard output has ended, so not all ${what} were written.`);
  }
}

interface OutputStream {
  write(text: string, callback: (error?: Error | null) => void): unknown;
  readonly fd?: number;
  readonly isTTY?: boolean;
}

/**
 * Creates a sink that writes lines of JSON to standard output. Records count as stored once they are in the reader's
 * pipe, or on the disk if standard output is a file. `toLine` returns the line of a record, including its line break. In
 * a terminal, control characters are written as JSON escape sequences.
 */
export function createStandardOutputSink(
  toLine: (record: OutputRecord) => string,
  output: OutputStream = process.stdout,
): Sink {
  const descriptor = output.fd;
  const toText = (records: readonly OutputRecord[]): string => {
    const text = records.map(toLine).join('');
    return output.isTTY === true ? escapeControls(text) : text;
  };
  const isFile = descriptor !== undefined && isRegularFile(descriptor);
  return {
    async write(records) {
      try {
        await writeText(output, toText(records));
        if (isFile) fsyncSync(descriptor);
      } catch (error) {
        if (errorCode(error) === 'EPIPE') throw new ReaderEndedError('events');
        throw createFileError(error, 'standard output');
      }
    },
    close: async () => undefined,
  };
}

/**
 * Matches control characters, invisible format characters, and Unicode line separators, but not the line feed. Lines of
 * JSON contain them only in strings, where an escape sequence represents the same character.
 */
const CONTROLS = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

const escapeControls = (json: string): string =>
  json.replace(CONTROLS, (character) =>
    Array.from(
      { length: character.length },
      (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join(''),
  );

function isRegularFile(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isFile();
  } catch {
    // For example, standard output was closed before the program started.
    return false;
  }
}

const writeText = (output: OutputStream, text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    output.write(text, (error) => (error ? reject(error) : resolve()));
  });
