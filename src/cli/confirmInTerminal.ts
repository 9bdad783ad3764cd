import { createInterface } from 'node:readline';
import { cleanForTerminal } from './terminalText.ts';

/** Prompts the user in a terminal. Returns true if the answer is y or yes. */
export function confirmInTerminal(
  question: string,
  input: NodeJS.ReadableStream = process.stdin,
  output: NodeJS.WritableStream = process.stderr,
): Promise<boolean> {
  const terminal = createInterface({ input, output, terminal: true });
  return new Promise((resolve) => {
    // Ctrl+C and the end of the input close the terminal without an answer.
    terminal.once('close', () => {
      output.write('\n');
      resolve(false);
    });
    terminal.question(`${cleanForTerminal(question)} [y/N] `, (answer) => {
      resolve(/^y(es)?$/i.test(answer.trim()));
      terminal.removeAllListeners('close');
      terminal.close();
    });
  });
}
