/**
 * Entry point of the command-line program `dist/cli.cjs` with the commands `serve`, `check`, `conform`, `query`, and
 * `audit`.
 */

import { setFlagsFromString } from 'node:v8';
import { runAuditCommand } from './audit/auditCommand.ts';
import { runCheckCommand } from './check.ts';
import { runConformCommand } from './conform.ts';
import { EXIT } from './exitCodes.ts';
import { describeUnknownCommand } from './options.ts';
import { runQueryCommand } from './query/queryCommand.ts';
import { runServeCommand } from './serve.ts';
import { writeError } from './terminalText.ts';

const HELP = `Usage: node cli.cjs COMMAND [options]
  serve    start a local vault
  check    check files against the dialect
  conform  check a vault service against its document
  query    run a SELECT in a vault, and write its rows
  audit    list, export, or follow audit events
Each command explains itself with --help.
`;

/**
 * Makes V8 collect garbage once the heap is half again as large as what is in use, instead of several times as large. The
 * memory of a command that reads many pages then stays the same, however many it reads.
 */
function limitHeapGrowth(): void {
  setFlagsFromString('--heap-growing-percent=50');
}

async function main([command = '', ...args]: string[]): Promise<number> {
  switch (command) {
    case 'serve':
      return runServeCommand(args);
    case 'check':
      return runCheckCommand(args);
    case 'conform':
      return runConformCommand(args);
    case 'query':
      return runQueryCommand(args);
    case 'audit':
      limitHeapGrowth();
      return runAuditCommand(args);
    case '--help':
    case '-h':
      process.stdout.write(HELP);
      return 0;
    default:
      writeError(command === '' ? HELP : `${describeUnknownCommand(command)}\n${HELP}`);
      return 2;
  }
}

/**
 * Reports the first error of standard output and sets the exit code to 2, or to 1 if `reportsErrorsItself`. Does neither
 * if the reader has closed the pipe, as `head` does, or if a command that reports errors itself ends with 1, because it
 * has then reported one. Later errors, and those of standard error, are ignored.
 */
function installOutputErrorHandlers(reportsErrorsItself: boolean): void {
  process.stdout.once('error', ({ code }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') return;
    const report = (exitCode: number): void => {
      process.exitCode = exitCode;
      writeError(`Could not write the output: ${code === 'ENOSPC' ? 'the disk is full' : code}.\n`);
    };
    if (!reportsErrorsItself) report(2);
    else
      process.once('beforeExit', () => {
        if (process.exitCode !== EXIT.failed) report(EXIT.failed);
      });
  });
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}

const args = process.argv.slice(2);
installOutputErrorHandlers(args[0] === 'audit' || args[0] === 'query');
main(args).then((code) => {
  // process.exit() could cut off output to a pipe.
  process.exitCode ??= code;
});
