/** Sign-in servers that know their clients by a certificate, over TLS. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TLSSocket } from 'node:tls';
import type { Auth, SignInServer } from '../../../src/core/service/connections/auth.ts';
import type { ClientCertificate } from '../../../src/core/service/connections/clientCertificate.ts';
import {
  createConnectionSecrets,
  serializeSession,
} from '../../../src/node/credentials/connectionSecrets.ts';
import { type Credentials, createCredentials } from '../../../src/node/credentials/credentials.ts';
import type { TokenConnection } from '../../../src/node/credentials/editorTypes.ts';
import * as signIn from '../../../src/node/signIn/index.ts';
import { createUndiciTransport } from '../../../src/node/transport/undiciTransport.ts';
import { EventEmitter } from '../../unit/extension/fakeVscode.ts';
import { createWorld, sharedSecrets } from './world.ts';

const fixtures = path.join(import.meta.dirname, '../../fixtures/tls');
const file = (name: string): string => path.join(fixtures, name);
const pem: ClientCertificate = {
  kind: 'pem',
  certFile: file('client.pem'),
  keyFile: file('client-key.pem'),
};

interface TlsSignInServer {
  readonly url: string;
  /** For each request the name in the certificate that was shown; empty where there was none. */
  readonly clients: string[];
  /** Where it says that its tokens are. */
  tokenEndpoint: string;
  readonly server: Server;
}

/** Answers everybody, and notes who they are; one that `requires` a certificate refuses all others. */
async function start(requires: boolean): Promise<TlsSignInServer> {
  const good = await readFile(file('good.pem'));
  const options = {
    cert: good,
    key: good,
    ca: await readFile(file('client-authority.pem')),
    requestCert: true,
    rejectUnauthorized: requires,
  };
  const clients: string[] = [];
  const server = createServer(options, (request, response) => {
    clients.push(String((request.socket as TLSSocket).getPeerCertificate().subject?.CN ?? ''));
    const { url: issuer, tokenEndpoint: token_endpoint } = one;
    const isDescription = request.url?.startsWith('/.well-known/') === true;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify(
        isDescription
          ? { issuer, token_endpoint, revocation_endpoint: `${issuer}/revoke` }
          : { access_token: 'a-token', token_type: 'Bearer', expires_in: 3600 },
      ),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `https://localhost:${(server.address() as AddressInfo).port}`;
  const one = { url, clients, tokenEndpoint: `${url}/token`, server };
  return one;
}

describe('a client certificate at the sign-in server', () => {
  let own: TlsSignInServer;
  let other: TlsSignInServer;
  let credentials: Credentials;
  let close: () => void;
  const { secrets } = sharedSecrets();

  before(async () => {
    own = await start(true);
    other = await start(false);
    const ca = [await readFile(file('authority.pem'), 'utf8')];
    const transport = createUndiciTransport({ transport: 'undici', env: {} }, { ca });
    credentials = createCredentials({
      mayRunCommand: async () => true,
      secrets,
      workspaceFolders: () => [],
      createEmitter: <T>() => new EventEmitter<T>(),
      getNetwork: () => ({ transport, timeoutMs: () => 5000, now: Date.now }),
      loadSignIn: () => signIn,
      runExclusively: (_name, work) => work(new AbortController().signal),
      log: { warn: assert.fail, defect: assert.fail },
    });
    close = () => {
      credentials.dispose();
      transport.dispose();
      for (const { server } of [own, other]) {
        server.closeAllConnections();
        server.close();
      }
    };
  });
  beforeEach(() => {
    own.clients.length = 0;
    other.clients.length = 0;
    own.tokenEndpoint = `${own.url}/token`;
  });
  after(() => close());

  const connection = (
    auth: Auth,
    clientCertificate: ClientCertificate,
    baseUrl = 'https://vault.example',
  ): TokenConnection => ({
    name: 'mine',
    environment: 'test',
    baseUrl,
    accountID: '',
    vaults: [],
    auth,
    clientCertificate,
  });
  /** The token for a client with a secret; or the code of what went wrong. */
  async function tokenBy(server: SignInServer, certificate: ClientCertificate): Promise<string | undefined> {
    const mine = connection({ kind: 'clientCredentials', server, clientID: 'c' }, certificate);
    await credentials.storeSecret(mine, 'a-secret');
    const answer = await credentials.getToken(mine);
    return typeof answer === 'object' ? answer.code : answer;
  }

  it('is shown where the settings say so, by address and by issuer', async () => {
    const forSignIn = { ...pem, forSignIn: true } as const;
    assert.equal(await tokenBy({ tokenUrl: `${own.url}/token` }, forSignIn), 'a-token');
    assert.equal(await tokenBy({ issuer: own.url }, forSignIn), 'a-token');
    assert.deepEqual([...new Set(own.clients)], ['client.test']);
  });

  it('is not shown where they do not say so', async () => {
    assert.equal(await tokenBy({ tokenUrl: `${own.url}/token` }, pem), 'server-unreached');
    assert.equal(await tokenBy({ tokenUrl: `${other.url}/token` }, pem), 'a-token');
    assert.deepEqual(other.clients, ['']);
  });

  it('goes with the passphrase that is kept for the connection', async () => {
    const locked = {
      ...pem,
      keyFile: file('client-encrypted-key.pem'),
      forSignIn: true,
    } as const;
    const server = { tokenUrl: `${own.url}/token` };
    assert.equal(await tokenBy(server, locked), 'server-unreached');
    const mine = connection({ kind: 'clientCredentials', server, clientID: 'c' }, locked);
    await credentials.storePassphrase(mine, 'a-passphrase');
    assert.equal(await tokenBy(server, locked), 'a-token');
    // Kept for the address of the connection.
    const moved = { ...mine, baseUrl: 'https://evil.example' };
    await credentials.storeSecret(moved, 'a-secret');
    assert.equal(typeof (await credentials.getToken(moved)), 'object');
  });

  it('fails again once the passphrase is forgotten, and keeps the secret of the client', async () => {
    const locked = {
      ...pem,
      keyFile: file('client-encrypted-key.pem'),
      forSignIn: true,
    } as const;
    const server = { tokenUrl: `${own.url}/token` };
    const mine = connection({ kind: 'clientCredentials', server, clientID: 'c' }, locked);
    await credentials.storePassphrase(mine, 'a-passphrase');
    assert.equal(await tokenBy(server, locked), 'a-token');
    await credentials.forgetPassphrase(mine);
    assert.equal(await credentials.getPassphrase(mine, mine.baseUrl), undefined);
    assert.equal(await credentials.isSignedIn(mine), true);
    assert.equal(await tokenBy(server, locked), 'server-unreached');
  });

  it('ends a session, also once its passphrase is removed with it', async () => {
    const locked = {
      ...pem,
      keyFile: file('client-encrypted-key.pem'),
      forSignIn: true,
    } as const;
    const client = { server: { issuer: own.url }, clientID: 'c' };
    const mine = connection({ kind: 'oauth', ...client }, locked);
    const keep = async (): Promise<void> => {
      await credentials.storePassphrase(mine, 'a-passphrase');
      const kept = createConnectionSecrets(secrets, () => undefined);
      await kept.store('session', mine, serializeSession({ token: 't', refreshToken: 'r' }, client));
    };
    await keep();
    const sessions = [...(await credentials.removeSecrets(mine))];
    await keep();
    sessions.push(...(await credentials.removeAll([mine])).sessions);
    assert.deepEqual(await Promise.all(sessions.map(({ revoke }) => revoke())), [undefined, undefined]);
    assert.equal(await credentials.getPassphrase(mine, mine.baseUrl), undefined);
  });

  it('is not shown to another origin that the server names', async () => {
    own.tokenEndpoint = `${other.url}/token`;
    assert.equal(await tokenBy({ issuer: own.url }, { ...pem, forSignIn: true }), 'a-token');
    assert.deepEqual(own.clients, ['client.test']);
    assert.deepEqual(other.clients, ['']);
  });

  it('is not shown to an origin that a key file names, but to the connection’s own', async () => {
    const world = await createWorld();
    const folder = await mkdtemp(path.join(tmpdir(), 'vault-sql-certificate-'));
    const keyFile = path.join(folder, 'key.json');
    const auth: Auth = { kind: 'serviceAccount', keyFile };
    const key = {
      ...world.authorization.createCredentialsFileContent(),
      tokenURI: `${other.url}/token`,
    };
    await writeFile(keyFile, JSON.stringify(key), { mode: 0o600 });
    const forSignIn = { ...pem, forSignIn: true } as const;
    assert.equal(await credentials.getToken(connection(auth, forSignIn)), 'a-token');
    assert.equal(await credentials.getToken(connection(auth, forSignIn, other.url)), 'a-token');
    assert.deepEqual(other.clients, ['', 'client.test']);
    await world.close();
    await rm(folder, { recursive: true });
  });
});
