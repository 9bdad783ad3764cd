import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { redirectOf } from '../localVault/signIn/browser.ts';
import { ROWS } from '../localVault/signIn/pagedService.ts';
import { closeAll, command, eventually, type Summary, untilLeft } from './editor.ts';
import { type SignInService, startSignInService } from './signInService.ts';

const variable = 'VAULTSQL_TEST_SIGN_IN';

describe('signing in, and what becomes of it while all rows are loaded', () => {
  let service: SignInService;
  let folder = '';
  const loadAll = (): Thenable<Summary> => command<Summary>('results.loadAll', { confirmed: true });

  /** A token as somebody is given one by other means. */
  async function tokenByOtherMeans(): Promise<string> {
    const { clientID: client_id, clientSecret: client_secret, issuer } = service.authorization;
    const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret });
    const answer = await fetch(`${issuer}/oauth/token`, { method: 'POST', body });
    return ((await answer.json()) as { readonly access_token: string }).access_token;
  }

  /** Ends all tokens as soon as the next query comes. */
  function endTokens(): void {
    service.onQuery = () => {
      service.onQuery = () => undefined;
      service.authorization.expireTokens();
    };
  }

  const issuedBy = async (work: () => Thenable<unknown>): Promise<number> => {
    const before = service.authorization.issued();
    await work();
    return service.authorization.issued() - before;
  };

  before(async () => {
    service = await startSignInService();
    folder = await mkdtemp(join(tmpdir(), 'vault-sql-sign-in-'));
  });
  beforeEach(() => {
    service.authorization.behave({});
    service.onQuery = () => undefined;
  });
  afterEach(async () => {
    await closeAll();
    await vscode.commands.executeCommand('notifications.clearAll');
  });
  after(async () => {
    delete process.env[variable];
    await vscode.workspace
      .getConfiguration()
      .update('vaultsql.connections', undefined, vscode.ConfigurationTarget.Global);
    await service.close();
    await rm(folder, { recursive: true });
  });

  describe('by an environment variable', () => {
    it('is asked for where it is not set, then used; an end pauses until there is another', async () => {
      await service.connect({ kind: 'environment', variable });
      assert.match((await service.run()).title ?? '', /not signed in/);
      process.env[variable] = await tokenByOtherMeans();
      assert.equal((await service.run()).rowCount, 25);
      endTokens();
      const paused = await loadAll();
      assert.equal(paused.rowCount, 25);
      assert.match(paused.title ?? '', /paused|rejected/i);
      process.env[variable] = await tokenByOtherMeans();
      assert.equal((await loadAll()).rowCount, ROWS);
    });
  });

  describe('by a command', () => {
    before(async () => {
      const { clientID: client_id, clientSecret: client_secret, issuer } = service.authorization;
      const form = { grant_type: 'client_credentials', client_id, client_secret };
      const program = join(folder, 'gettoken.cjs');
      await writeFile(
        program,
        `const body = new URLSearchParams(${JSON.stringify(form)});
fetch('${issuer}/oauth/token', { method: 'POST', body })
  .then((answer) => (answer.ok ? answer.text() : process.exit(1)))
  .then((text) => process.stdout.write(text));
`,
      );
      await chmod(program, 0o600);
      await service.connect({
        kind: 'command',
        command: [process.env.VAULTSQL_TEST_NODE ?? process.execPath, program],
      });
    });

    it('is not run without a yes to a question that shows it, and the answer is remembered', async () => {
      const questions: string[] = [];
      const answers = [undefined, 'Run'];
      const { showWarningMessage } = vscode.window;
      const answer = async (_text: string, { detail = '' }: vscode.MessageOptions) => {
        questions.push(detail);
        return answers.shift();
      };
      Object.assign(vscode.window, { showWarningMessage: answer });
      try {
        assert.equal(await issuedBy(service.run), 0);
        assert.equal(await issuedBy(service.run), 0);
        assert.equal(questions.length, 1);
        assert.match(questions[0] ?? '', /gettoken\.cjs/);
        // Its notification stays until it is closed.
        await untilLeft(command('connection.signIn', 'far'));
        assert.equal(questions.length, 2);
        assert.equal(await issuedBy(service.run), 1);
        assert.equal(questions.length, 2);
        // The next test begins without a token.
        await untilLeft(command('connection.signOut', 'far'));
      } finally {
        Object.assign(vscode.window, { showWarningMessage });
      }
    });

    it('is run once, and once more for all pages that meet the end of its token', async () => {
      assert.equal(await issuedBy(service.run), 1);
      endTokens();
      assert.equal(await issuedBy(async () => assert.equal((await loadAll()).rowCount, ROWS)), 1);
    });

    it('pauses where it fails, says so, and continues once it works again', async () => {
      assert.equal((await service.run()).rowCount, 25);
      service.authorization.behave({ refuse: 'unauthorized_client' });
      endTokens();
      const paused = await loadAll();
      assert.equal(paused.rowCount, 25);
      assert.match(paused.title ?? '', /No access token from the command|paused/i);
      service.authorization.behave({});
      assert.equal((await loadAll()).rowCount, ROWS);
    });
  });

  describe('in the browser', () => {
    /** What the person does there: decides, and is led back to the editor. */
    async function decide(decision: 'allow' | 'deny'): Promise<void> {
      const page = await eventually('the page of the sign-in server', () => service.pages.shift());
      const address = await redirectOf(page, decision);
      service.pages.length = 0;
      // Of a page of the editor its browser makes a link, as of any link that was clicked.
      if (address.startsWith('http')) await vscode.env.openExternal(address as unknown as vscode.Uri);
      else await open(address);
    }
    const open = (link: string): Thenable<unknown> =>
      vscode.commands.executeCommand('vscode.open', vscode.Uri.parse(link));
    const signIn = (): Thenable<unknown> => command('connection.signIn', 'far');
    const stranger = (path: string): string =>
      `${vscode.env.uriScheme}://vaultsql.vault-sql/signin${path}?code=stolen&state=guessed`;

    before(() =>
      service.connect({
        kind: 'oauth',
        issuer: service.authorization.issuer,
        clientID: service.authorization.clientID,
      }),
    );

    it('takes no link without a sign-in that waits for it: none is exchanged, and no one is signed in', async () => {
      const issued = await issuedBy(async () => {
        for (const path of ['', '/', '/one', '/../signin/one']) await open(stranger(path));
      });
      assert.equal(issued, 0);
      assert.match((await service.run()).title ?? '', /not signed in/);
    });

    it('ends with the link that belongs to it, whatever others come before', async () => {
      const signedIn = signIn();
      await eventually('the page', () => service.pages.length > 0);
      await open(stranger('/one'));
      assert.equal(await issuedBy(() => Promise.resolve(decide('allow')).then(() => signedIn)), 1);
      assert.equal(await signedIn, true);
      assert.equal((await service.run()).rowCount, 25);
    });

    it('is renewed once for all pages that meet the end of the token', async () => {
      assert.equal((await service.run()).rowCount, 25);
      endTokens();
      assert.equal(await issuedBy(async () => assert.equal((await loadAll()).rowCount, ROWS)), 1);
    });

    it('pauses where the session has ended, and continues by itself after the next sign-in', async () => {
      assert.equal((await service.run()).rowCount, 25);
      await service.authorization.endSessions();
      endTokens();
      const paused = await loadAll();
      assert.equal(paused.rowCount, 25);
      assert.match(paused.title ?? '', /sign-in has ended|paused/i);
      const signedIn = signIn();
      await decide('allow');
      assert.equal(await signedIn, true);
      await eventually('all rows', async () => (await loadAll()).rowCount === ROWS);
    });

    it('says that access was denied, and leaves the person signed out', async () => {
      await command('connection.signOut', 'far');
      const signedIn = signIn();
      await decide('deny');
      assert.equal(await signedIn, undefined);
      assert.match((await service.run()).title ?? '', /not signed in/);
    });
  });
});
