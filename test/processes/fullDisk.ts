/** A folder on a disk that is full: a real one where this user may mount one, else the next best the system has. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A way to run a program with a folder that takes only so much. */
interface Way {
  /** What writing there fails with. */
  readonly code: 'ENOSPC' | 'EFBIG';
  /** Program and arguments in front of the program's own, for a folder that has room for `kilobytes`. */
  before(folder: string, kilobytes: number): readonly string[];
}

/** At least a page: what is not wanted of it is taken by a file. */
const DISK = 64;
const mounted = `mount -t tmpfs -o size=${DISK}k tmpfs "$1" && head -c $(($2 * 1024)) /dev/zero > "$1/taken" && shift 2 && exec "$@"`;

/** A disk of its own, for this process alone. */
const mounting = (...unshare: readonly string[]): Way => ({
  code: 'ENOSPC',
  before: (folder, room) => [...unshare, 'sh', '-c', mounted, 'sh', folder, String(DISK - room)],
});

/** No file may be longer. */
const limiting: Way = {
  code: 'EFBIG',
  before: (_folder, room) => ['bash', '-c', `ulimit -f ${room}; exec "$0" "$@"`],
};

/** As root, as a user who may have namespaces, and as one who may become root, as in most continuous integration. */
const ways: readonly Way[] = [
  mounting('unshare', '--mount'),
  mounting('unshare', '--map-root-user', '--mount'),
  mounting('sudo', '--non-interactive', 'unshare', '--mount'),
  limiting,
];

const works = (way: Way): boolean => {
  const folder = mkdtempSync(join(tmpdir(), 'vaultsql-way-'));
  try {
    const [program = '', ...args] = [...way.before(folder, DISK), 'true'];
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** Runs a program where the folder has room for `kilobytes`; answers what it prints. */
export function withLittleRoom(
  folder: string,
  kilobytes: number,
  program: readonly string[],
): { readonly code: Way['code']; readonly printed: string } {
  const way = ways.find(works) ?? limiting;
  const [first = '', ...args] = [...way.before(folder, kilobytes), ...program];
  return {
    code: way.code,
    printed: execFileSync(first, args, { encoding: 'utf8' }),
  };
}
