/** The commands `audit list`, `audit export`, `audit follow`, and `audit init`. */
import { LockedError } from '../../node/sinks/lock.ts';
import { SinkError } from '../../node/sinks/sinkError.ts';
import { StateRefusedError } from '../../node/sinks/stateFile.ts';
import { type CommandIO, checkNodeVersion, createCommandIO } from '../commandIO.ts';
import { EXIT } from '../exitCodes.ts';
import { OutputExistsError, UNFINISHED_FILE } from '../exportFile.ts';
import { ArgumentError, describeUnknownCommand } from '../options.ts';
import { AUDIT_HELP } from './auditHelp.ts';
import { runInitCommand } from './clickhouse.ts';
import { runExportCommand, runListCommand } from './exportCommand.ts';
import { runFollowCommand } from './follow.ts';

/** For commands that write files, a sentence about what remains of the output if a second signal ends the command at once. */
const forcedEnds: Readonly<Record<string, string | undefined>> = {
  export: UNFINISHED_FILE,
  follow: 'With a state file, the next run continues where this one ended.',
};

/** Runs the command `audit` with its arguments. Returns the exit code. Rejects only because of a defect. */
export async function runAuditCommand(
  [command = '', ...args]: readonly string[],
  createIO: (forcedEnd: string) => CommandIO = createCommandIO,
): Promise<number> {
  const io = createIO(forcedEnds[command] ?? 'The output is incomplete.');
  if (!checkNodeVersion('The audit commands need', io)) return EXIT.refused;
  try {
    switch (command) {
      case 'list':
        return await runListCommand(args, io);
      case 'export':
        return await runExportCommand(args, io);
      case 'follow':
        return await runFollowCommand(args, io);
      case 'init':
        return await runInitCommand(args, io);
      case '--help':
      case '-h':
        io.writeOut(AUDIT_HELP);
        return EXIT.done;
      default:
        io.writeError(command === '' ? AUDIT_HELP : `${describeUnknownCommand(command)}\n${AUDIT_HELP}`);
        return EXIT.refused;
    }
  } catch (error) {
    return reportFailure(error, command, io);
  }
}

function reportFailure(error: unknown, command: string, io: CommandIO): number {
  if (error instanceof ArgumentError) {
    io.writeError(`${error.message}\naudit ${command} --help shows the options.\n`);
    return EXIT.refused;
  }
  if (error instanceof SinkError) {
    io.writeError(`${error.message}\n`);
    return EXIT.failed;
  }
  if (error instanceof StateRefusedError || error instanceof OutputExistsError) {
    io.writeError(`${error.message}\n`);
    return EXIT.refused;
  }
  if (error instanceof LockedError) {
    io.writeError(`${error.message}\n`);
    return EXIT.locked;
  }
  throw error;
}
