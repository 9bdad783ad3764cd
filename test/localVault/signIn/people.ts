/** For each kind of sign-in: its connection, what the person does when asked, and what can go wrong. */
import assert from 'node:assert/strict';
import { chmod, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Auth } from '../../../src/core/service/connections/auth.ts';
import type { Connection } from '../../../src/core/service/connections/connections.ts';
import type { Kind } from './matrix.ts';
import type { TestWindow, World } from './world.ts';

export interface Person {
  readonly connection: Connection;
  /** Whether the person has to do something before the first request. */
  readonly isAsked: boolean;
  /** What they do, at first and when they are asked again. */
  signIn(window: TestWindow): Promise<unknown>;
  /** From now on no renewal succeeds; or it does again. */
  refuse(isRefused: boolean): unknown;
  /** Sign-ins can't be had for the moment; or they can again. */
  goDown(isDown: boolean): unknown;
  leave(): void;
}

const variable = 'VAULT_SQL_TEST_TOKEN';

/** A token as somebody is given one by other means. */
async function tokenOf({ vault, authorization }: World): Promise<string> {
  const { clientID: client_id, clientSecret: client_secret } = authorization;
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id,
    client_secret,
  });
  const answer = await fetch(`${vault.url}/oauth/token`, {
    method: 'POST',
    body,
  });
  const { access_token } = (await answer.json()) as {
    readonly access_token?: string;
  };
  return access_token ?? assert.fail('no token');
}

/** A program that prints a token that it gets from the server. */
async function command(world: World): Promise<string> {
  const { vault, authorization, keyFile } = world;
  const { clientID: client_id, clientSecret: client_secret } = authorization;
  const form = { grant_type: 'client_credentials', client_id, client_secret };
  const file = join(dirname(keyFile), 'gettoken');
  await writeFile(
    file,
    `#!${process.execPath}
const body = new URLSearchParams(${JSON.stringify(form)});
fetch('${vault.url}/oauth/token', { method: 'POST', body })
  .then((answer) => (answer.ok ? answer.text() : process.exit(1)))
  .then((text) => process.stdout.write(text));
`,
  );
  await chmod(file, 0o755);
  return file;
}

async function authOf(kind: Kind, world: World): Promise<Auth> {
  const { keyFile, vault, authorization } = world;
  switch (kind) {
    case 'token':
      return { kind };
    case 'environment':
      return { kind, variable };
    case 'command':
      return { kind, command: [await command(world)] };
    case 'serviceAccount':
      return { kind, keyFile };
    default:
      return {
        kind,
        server: { issuer: vault.url },
        clientID: authorization.clientID,
      };
  }
}

/** Somebody who uses the world's vault by that kind of sign-in. */
export async function personOf(kind: Kind, world: World): Promise<Person> {
  const connection = world.connection(await authOf(kind, world));
  const { authorization } = world;
  if (kind === 'environment') process.env[variable] = await tokenOf(world);
  const isOfPerson = kind === 'oauth' || kind === 'device';
  return {
    connection,
    isAsked: isOfPerson || kind === 'token' || kind === 'clientCredentials',
    async signIn({ credentials, interaction }) {
      if (isOfPerson) return credentials.signIn(connection, interaction);
      const secret = kind === 'token' ? await tokenOf(world) : authorization.clientSecret;
      return credentials.storeSecret(connection, secret);
    },
    refuse(isRefused) {
      // A session ends for good: only the person can begin another.
      if (isOfPerson && isRefused) return authorization.endSessions();
      return authorization.behave(isRefused && !isOfPerson ? { refuse: 'unauthorized_client' } : {});
    },
    goDown: (isDown) => authorization.behave(isDown ? { status: 503 } : {}),
    leave: () => void delete process.env[variable],
  };
}
