/** Paths in settings that lead to no file: nothing may wait for them, or fill the memory with them. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { CertificateWithPassphrase } from '../../src/core/service/transport.ts';
import { readKeyFile } from '../../src/node/signIn/keyFile.ts';
import { readClientCertificate } from '../../src/node/transport/clientCertificate.ts';

/** Windows has neither named pipes in folders nor devices. */
const isPosix = process.platform !== 'win32';

describe('a path in the settings that leads to no small file', () => {
  let folder = '';
  let places: Readonly<Record<string, string>> = {};
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'vault-sql-files-'));
    const place = (name: string): string => path.join(folder, name);
    if (isPosix) {
      execFileSync('mkfifo', [place('pipe')]);
      await symlink(place('pipe'), place('link'));
    }
    await writeFile(place('large'), '');
    await truncate(place('large'), 1024 ** 3);
    places = {
      pipe: place('pipe'),
      link: place('link'),
      large: place('large'),
      zero: '/dev/zero',
      folder,
    };
  });
  after(() => rm(folder, { recursive: true }));

  const certificates = (file: string): readonly CertificateWithPassphrase[] => [
    { kind: 'pfx', pfxFile: file },
    { kind: 'pem', certFile: file, keyFile: file },
  ];

  const unreadable = ['key-file-unreadable', 'CLIENT_CERT_UNREADABLE'] as const;
  for (const [name, keyFile, certificate] of [
    ...(isPosix ? (['pipe', 'link', 'zero'] as const).map((name) => [name, ...unreadable] as const) : []),
    ['folder', ...unreadable],
    ['large', 'key-file-not-json', 'CLIENT_CERT_INVALID'],
  ] as const) {
    it(`${name}: said at once, for a key file and a client certificate`, async () => {
      const file = places[name] ?? '';
      assert.deepEqual(await readKeyFile(file), {
        ok: false,
        problem: { code: keyFile, file },
      });
      for (const shown of certificates(file))
        await assert.rejects(readClientCertificate(shown), { code: certificate });
    });
  }
});
