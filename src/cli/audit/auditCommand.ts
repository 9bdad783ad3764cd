/** The commands `audit list`, `audit export`, `audit follow`, and `audit init`. */
import { SinkError } from '../../node/sinks/sinkError.ts';
import { StateRefusedError } from '../../node/sinks/stateFile.ts';
import { StateLockedError } from '../../node/sinks/stateLock.ts';
import { AUDIT_HELP, EXIT } from './auditHelp.ts';
import { type AuditIO, createAuditIO } from './auditIO.ts';
import { runInitCommand } from './clickhouse.ts';
import { ArgumentError } from './connection.ts';
import { runExportCommand, runListCommand } from './exportCommand.ts';
import { runFollowCommand } from './follow.ts';

/** The first version of Node.js on which the HTTP library runs. */
const MIN_NODE = [22, 19] as const;

function isNodeTooOld(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major < MIN_NODE[0] || (major === MIN_NODE[0] && minor < MIN_NODE[1]);
}

/** Runs a command `audit`. Returns the exit code. */
export async function runAuditCommand(
  [command = '', ...args]: readonly string[],
  createIO: () => AuditIO = createAuditIO,
): Promise<number> {
  const io = createIO();
  if (isNodeTooOld(io.nodeVersion)) {
    io.writeError(`The audit commands need Node.js 22.19 or later; this is ${io.nodeVersion}.\n`);
    return EXIT.refused;
  }
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
        io.writeError(command === '' ? AUDIT_HELP : `Unknown command "audit ${command}".\n${AUDIT_HELP}`);
        return EXIT.refused;
    }
  } catch (error) {
    return reportFailure(error, command, io);
  }
}

function reportFailure(error: unknown, command: string, io: AuditIO): number {
  if (error instanceof ArgumentError) {
    io.writeError(`${error.message}\naudit ${command} --help shows the options.\n`);
    return EXIT.refused;
  }
  if (error instanceof SinkError) {
    io.writeError(`${error.message}\n`);
    return EXIT.failed;
  }
  if (error instanceof StateRefusedError) {
    io.writeError(`${error.message}\n`);
    return EXIT.refused;
  }
  if (error instanceof StateLockedError) {
    io.writeError(`${error.message}\n`);
    return EXIT.locked;
  }
  throw error;
}
