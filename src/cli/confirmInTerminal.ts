import { createInterface } from 'node:readline';
import { cleanForTerminal } from './terminalText.ts';

/** Prompts the user in a terminal. Resolves to true if the user enters y or yes, and to false otherwise. */
export function confirmInTerminal(
  question: string,
  input: NodeJS.ReadableStream = process.stdin,
  output: NodeJS.WritableStream = process.stderr,
): Promise<boolean> {
  const terminal = createInterface({ input, output, terminal: true });
  return new Promise((resolve) => {
    // Fires if the user presses Ctrl+C or the input ends.
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
