/** One small vault for all tests that need a real server, and a folder in which each later one finds its snapshot. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Event } from '../../src/localVault/audit/event.ts';
import { getSnapshotPath } from '../../src/localVault/engine/snapshot.ts';
import { type LocalVault, startLocalVault } from '../../src/localVault/server/server.ts';

export const ROWS = 120;
export const dataDir = mkdtempSync(join(tmpdir(), 'vault-sql-test-'));

let shared: Promise<LocalVault> | undefined;

/** What the shared vault warned of at its start. */
export const warnings: string[] = [];

/**
 * The shared vault; tests leave it as they found it. It finds a broken snapshot, warns, and builds the vault: the
 * one build of all these tests, since a build takes more than a second.
 */
export function sharedVault(): Promise<LocalVault> {
  if (shared === undefined) {
    writeFileSync(getSnapshotPath(dataDir, ROWS, 1), gzipSync('no tar'));
    shared = startLocalVault({ rows: ROWS, dataDir, faults: {}, warn: (text) => warnings.push(text) });
  }
  return shared;
}

/** Resolves when the shared vault's snapshot can be restored by others. */
export async function snapshotKept(): Promise<void> {
  await sharedVault();
  while (readFileSync(getSnapshotPath(dataDir, ROWS, 1)).length < 100_000) await delay(10);
}

after(async () => {
  await (await shared)?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Of an error body. */
  readonly message: string;
}

async function reply(response: Response): Promise<Reply> {
  const text = await response.text();
  const { status, headers } = response;
  const { error } = status === 200 ? {} : (JSON.parse(text) as { error?: { message: string } });
  return { status, headers, text, message: error?.message ?? '' };
}

export const post = async (vault: LocalVault, body: string, headers: Record<string, string> = {}) =>
  reply(
    await fetch(`${vault.url}/v1/vaults/${vault.vaultID}/query`, {
      method: 'POST',
      headers: { authorization: `Bearer ${vault.token}`, 'content-type': 'application/json', ...headers },
      body,
    }),
  );

export const query = async (sql: string) => post(await sharedVault(), JSON.stringify({ query: sql }));

export type Fields = Readonly<Record<string, unknown>>;

/** The records of a query that must succeed; none for `records: null`. */
export async function fields(sql: string): Promise<readonly Fields[]> {
  const { status, text } = await query(sql);
  if (status !== 200) throw new Error(`${sql}: ${text}`);
  const { records } = JSON.parse(text) as { records: { fields: Fields }[] | null };
  return records?.map((record) => record.fields) ?? [];
}

export interface AuditAnswer {
  readonly event: readonly Event[];
  readonly nextOps: { readonly timestamp: string; readonly changeID: string } | null;
}

export const list = async (vault: LocalVault, search: string) =>
  reply(
    await fetch(`${vault.url}/v1/audit/events?${search}`, {
      headers: { authorization: `Bearer ${vault.token}` },
    }),
  );

/** A page of audit events that must be given. */
export async function events(search: string): Promise<AuditAnswer> {
  const { status, text } = await list(await sharedVault(), search);
  if (status !== 200) throw new Error(text);
  return JSON.parse(text) as AuditAnswer;
}

/** Every event that matches, page by page. */
export async function all(search: string): Promise<AuditAnswer['event']> {
  const found: AuditAnswer['event'][number][] = [];
  let cursor = '';
  for (;;) {
    const { event, nextOps } = await events(`${search}${cursor}`);
    found.push(...event);
    if (nextOps === null) return found;
    const { timestamp, changeID } = nextOps;
    cursor = `&afterOps.timestamp=${encodeURIComponent(timestamp)}&afterOps.changeID=${changeID}`;
  }
}
