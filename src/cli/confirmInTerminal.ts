/** Prompts a user in a terminal. */
import { createInterface } from 'node:readline';

/**
 * Writes `question` to `output`, and reads a line from `input`. Returns true if the user answers y or yes; false for
 * any other answer, and for Ctrl+C and the end of the input.
 */
export function confirmInTerminal(
  question: string,
  input: NodeJS.ReadableStream = process.stdin,
  output: NodeJS.WritableStream = process.stderr,
): Promise<boolean> {
  const terminal = createInterface({ input, output, terminal: true });
  return new Promise((resolve) => {
    // Ctrl+C closes it.
    terminal.once('close', () => {
      output.write('\n');
      resolve(false);
    });
    terminal.question(`${question} [y/N] `, (answer) => {
      resolve(/^y(es)?$/i.test(answer.trim()));
      terminal.removeAllListeners('close');
      terminal.close();
    });
  });
}
