/** Over the whole run: no request of ours goes anywhere but where the connection that asked says. */
import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import * as vscode from 'vscode';
import {
  assertWithin,
  localVaultsIn,
  logBelow,
  type Named,
  namedIn,
  type Sent,
  sentIn,
} from '../editor/destinations.ts';
import { eventually } from './editor.ts';

/** A request under way when its connection is changed still goes where the settings said that moment. */
const GRACE_MS = 2000;
const CREATED = 'undici:request:create';

interface Created {
  readonly request: { readonly origin: string; readonly method: string };
}

/** What undici itself says that our bundle has sent: a second record, by which the log is checked. */
class WireRecord {
  readonly #counts = new Map<string, number>();

  start(): void {
    subscribe(CREATED, this.#note);
  }

  stop(): ReadonlyMap<string, number> {
    unsubscribe(CREATED, this.#note);
    return this.#counts;
  }

  readonly #note = (message: unknown): void => {
    // The tests and the editor have an undici of their own.
    if (!/[\\/]dist[\\/]http\.cjs/.test(new Error().stack ?? '')) return;
    const { origin, method } = (message as Created).request;
    // The way through a proxy, whose address is the person's own setting.
    if (method !== 'CONNECT') this.#counts.set(origin, (this.#counts.get(origin) ?? 0) + 1);
  };
}

/** Records from the first test to the last; `check` fails where one request went astray, or none was recorded. */
export class Destinations {
  readonly #wire = new WireRecord();
  readonly #settings: { readonly since: number; readonly named: Named }[] = [];
  #listening: vscode.Disposable | undefined;

  start(): void {
    this.#wire.start();
    this.#noteSettings();
    this.#listening = vscode.workspace.onDidChangeConfiguration(() => this.#noteSettings());
  }

  /** `isWhole`: all tests have run, and some of them send. */
  async check(isWhole: boolean): Promise<void> {
    this.#listening?.dispose();
    const wire = this.#wire.stop();
    const log = await this.#logOf(wire);
    const sent = sentIn(log);
    assertWithin(sent, (one) => this.#namedDuring(one), localVaultsIn(log));
    if (!isWhole) return;
    assert.ok(sent.length > 100, `${sent.length} requests`);
    assert.ok(wire.size > 10, `${wire.size} servers`);
  }

  /** The log once it has all that undici sent: the editor writes it a little later. */
  #logOf(wire: ReadonlyMap<string, number>): Promise<string> {
    const missing = (log: string): string[] => {
      const sent = sentIn(log);
      return [...wire].flatMap(([origin, count]) => {
        const logged = sent.filter((one) => one.origin === origin).length;
        return logged < count ? [`${origin}: ${logged} of ${count}`] : [];
      });
    };
    const folder = process.env.VAULTSQL_TEST_RUN ?? assert.fail('no folder of the run');
    let log = '';
    return eventually(
      () => `requests in the log: ${missing(log).join(', ')}`,
      () => {
        log = logBelow(folder);
        // An empty text would count as nothing found.
        return missing(log).length === 0 && `${log}\n`;
      },
    );
  }

  #noteSettings(): void {
    const set = vscode.workspace.getConfiguration('vaultsql').inspect('connections');
    this.#settings.push({ since: Date.now(), named: namedIn(set?.globalValue) });
  }

  /**
   * The settings in force at some time while the request was under way. A connection that none of these has was removed
   * before: what ends its session at the sign-in server is sent after that, to the addresses that it had last.
   */
  #namedDuring({ began, connection, ended }: Sent): readonly Named[] {
    const inForce = this.#settings.filter(({ since }, at) => {
      const until = this.#settings[at + 1]?.since ?? Number.POSITIVE_INFINITY;
      return since <= ended && until >= began - GRACE_MS;
    });
    const isRemoved = !inForce.some(({ named }) => named.has(connection));
    const last = this.#settings.findLast(({ since, named }) => since <= ended && named.has(connection));
    return [...inForce, ...(isRemoved && last ? [last] : [])].map(({ named }) => named);
  }
}
