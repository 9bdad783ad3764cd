import { globSync } from 'node:fs';
import { join } from 'node:path';
import BriefReporter from '../run/reporter.ts';
import { testMs } from '../run/waiting.ts';
import { Destinations } from './destinations.ts';

/**
 * The entry that the extension host calls (bundled to CommonJS by test/run/host.ts): runs every `*.test.ts` of this
 * folder under mocha. Rejects when a test failed, so that the editor ends with an exit code of its own.
 * `VAULTSQL_TEST_GREP` limits it to the tests whose title contains that text.
 */
export async function run(): Promise<void> {
  // Mocha is a module of the new kind only; this bundle is not.
  const { default: Mocha } = await import('mocha');
  const mocha = new Mocha({
    ui: 'bdd',
    timeout: testMs,
    forbidOnly: true,
    forbidPending: true,
    reporter: BriefReporter as unknown as string,
  });
  const text = process.env.VAULTSQL_TEST_GREP;
  if (text !== undefined && text !== '') mocha.fgrep(text);
  for (const file of globSync('**/*.test.cjs', { cwd: __dirname })) mocha.addFile(join(__dirname, file));
  if (mocha.files.length === 0) throw new Error('no host tests found');
  const destinations = new Destinations();
  mocha.suite.beforeAll('records destinations', () => destinations.start());
  mocha.suite.afterAll('sends nothing to other destinations than those of the connection that asks', () =>
    destinations.check(!text),
  );
  await mocha.loadFilesAsync();
  const failures = await new Promise<number>((resolve) => mocha.run(resolve));
  if (failures > 0) throw new Error(`${failures} host tests failed`);
}
