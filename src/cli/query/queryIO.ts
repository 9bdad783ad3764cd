import { type CommandIO, createCommandIO } from '../commandIO.ts';
import { UNFINISHED_FILE } from '../exportFile.ts';
import { readFileOrInput } from '../sqlFiles.ts';

/** What the command `query` uses of the process, so that tests can replace it. */
export interface QueryIO extends CommandIO {
  readonly isOutputTerminal: boolean;
  /** Returns the bytes of a file, or of standard input if `file` is `-`. Rejects if `stopping` aborts meanwhile. */
  readFile(file: string): Promise<Uint8Array>;
  /** Writes to standard output. Resolves once the reader has taken the bytes. */
  writeBytes(bytes: Uint8Array): Promise<void>;
}

/** The user cancelled the command. */
export class CancelledError extends Error {}

export function createQueryIO(): QueryIO {
  const io = createCommandIO(UNFINISHED_FILE);
  return {
    ...io,
    isOutputTerminal: process.stdout.isTTY === true,
    readFile: (file) => readFileOrInput(file, io.stopping),
    writeBytes: (bytes) =>
      new Promise((resolve, reject) => {
        process.stdout.write(bytes, (error) => (error ? reject(error) : resolve()));
      }),
  };
}
