/** Reads staged files from git. Their content may differ from the files in the working tree. */
import { execFile } from 'node:child_process';

/**
 * A file to check, staged or not. `file` is its path, or `-` for standard input. The path of a staged file is relative
 * to the root of the repository.
 */
export interface FileToCheck {
  readonly file: string;
  read(): Promise<Uint8Array>;
}

const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;

function runGit(args: readonly string[]): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    execFile(
      'git',
      args,
      { encoding: 'buffer', maxBuffer: MAX_OUTPUT_BYTES, windowsHide: true },
      (error, out, said) => {
        if (!error) resolve(out);
        else reject(new Error(said.toString('utf8').split('\n')[0] || error.message));
      },
    );
  });
}

/**
 * Returns the `.vaultsql` files with staged changes, without deleted ones and symbolic links. Rejects if git fails, for
 * example outside a repository.
 */
export async function listStagedFiles(): Promise<readonly FileToCheck[]> {
  // Fails with a short message outside a repository, where `git diff` would print all its options.
  await runGit(['rev-parse', '--git-dir']);
  const changes = [
    'diff',
    '--cached',
    '--raw',
    '-z',
    '--no-abbrev',
    '--no-renames',
    '--no-ext-diff',
    '--no-relative',
  ];
  const out = await runGit([...changes, '--diff-filter=AMT', '--', ':(top,glob)**/*.vaultsql']);
  const fields = out.toString('utf8').split('\0');
  const files: FileToCheck[] = [];
  // Fields come in pairs: `:100644 100644 <old> <new> M`, then the path.
  for (let i = 0; i + 1 < fields.length; i += 2) {
    const [, mode = '', , blob = ''] = (fields[i] ?? '').split(' ');
    const file = fields[i + 1] ?? '';
    if (mode.startsWith('100')) files.push({ file, read: () => runGit(['cat-file', 'blob', blob]) });
  }
  return files;
}
