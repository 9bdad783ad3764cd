/** The local vault: a real HTTP server over a real PostgreSQL, for one user of this machine. */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { ColumnPolicy } from '../core/sql/types.ts';
import { auditEvent, type Caller, newRequestID } from './auditEvent.ts';
import { createAuditLog } from './auditLog.ts';
import { sampleEvents } from './auditSample.ts';
import { createClock } from './clock.ts';
import { createFaultControl } from './faultControl.ts';
import type { Faults } from './faults.ts';
import { createGate } from './gate.ts';
import { announcesTooMuch } from './httpBody.ts';
import { type LocalVaultOptions, resolveOptions } from './options.ts';
import { createPgliteEngine } from './pgliteEngine.ts';
import { ACCOUNT_ID, COLUMN_POLICIES, USER, VAULT_ID } from './schema.ts';
import { send } from './send.ts';
import { createService } from './service.ts';

export interface LocalVault {
  /** `http://127.0.0.1:PORT`, without a slash at the end. */
  readonly url: string;
  readonly token: string;
  readonly accountID: string;
  readonly vaultID: string;
  /** For `vaultsql.dialect.columns` of this vault. */
  readonly columns: readonly ColumnPolicy[];
  /** How often the engine was replaced since the start. */
  readonly recycles: number;
  setFaults(faults: Faults): void;
  /** Ends the server, its connections and the engine. */
  close(): Promise<void>;
}

/**
 * Starts a vault; resolves when it answers queries. Rejects when the port is taken (an error with `code` EADDRINUSE),
 * an option is out of range, or the engine does not start; nothing is left running then.
 */
export async function startLocalVault(given: LocalVaultOptions = {}): Promise<LocalVault> {
  const options = resolveOptions(given);
  const engine = options.engine ?? createPgliteEngine(options);
  const clock = createClock();
  const log = createAuditLog(options.auditLimits);
  const faultControl = createFaultControl(options.faults);
  const token = options.token ?? randomBytes(32).toString('base64url');
  const { auditPaging } = options;
  const service = createService({ engine, log, gate: createGate(token), faultControl, auditPaging });
  const jwtID = `local-${randomBytes(8).toString('hex')}`;
  for (const event of sampleEvents(clock(), options.seed)) log.add(event);

  const caller = ({ headers: { origin }, socket }: IncomingMessage): Caller => ({
    actor: USER,
    actorType: 'USER',
    accessType: 'API',
    ipAddress: socket.remoteAddress ?? '127.0.0.1',
    authMode: 'PAT_JWT',
    jwtID,
    ...(origin === undefined ? {} : { origin }),
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const startedAt = clock();
    const requestID = newRequestID();
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    const faults = request.url === '/faults' ? {} : faultControl.take();
    if (faults.latencyMs !== undefined) await delay(faults.latencyMs);
    const { answer, occasion, template } = await service.perform(request, faults, gone.signal);
    const { status, message } = answer;
    const endedAt = clock();
    // Before the answer: who has the answer finds its event.
    if (occasion !== undefined)
      log.add(
        auditEvent({ ...occasion, caller: caller(request), requestID, startedAt, endedAt, status, message }),
      );
    if (!response.destroyed) send(request, response, answer, requestID, faults.truncatedBody ?? false);
    const milliseconds = Number(endedAt - startedAt) / 1e6;
    options.onRequest({ method: request.method ?? '', template, status, milliseconds, requestID });
  }

  const server = createHttpServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      options.warn(`a request could not be answered: ${String(error)}`);
      response.destroy();
    });
  });
  const close = async (): Promise<void> => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await engine.stop();
    await closed;
  };
  // A stopped engine lets its start fail, and that ends all the rest.
  const giveUp = () => void engine.stop();
  given.signal?.addEventListener('abort', giveUp, { once: true });
  try {
    given.signal?.throwIfAborted();
    // The engine starts while the port is taken: requests that come early wait for it.
    const [port] = await Promise.all([listen(server, options.port, service), engine.start()]);
    return {
      url: `http://127.0.0.1:${port}`,
      token,
      accountID: ACCOUNT_ID,
      vaultID: VAULT_ID,
      columns: COLUMN_POLICIES,
      get recycles() {
        return engine.recycles;
      },
      setFaults: faultControl.set,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  } finally {
    given.signal?.removeEventListener('abort', giveUp);
  }
}

/** A server that refuses what is announced as too large before its sender was asked to go on. */
function createHttpServer(serve: (request: IncomingMessage, response: ServerResponse) => void): Server {
  // The header has room for sixteen long filters in the request line.
  const limits = { maxHeaderSize: 128 * 1024, requestTimeout: 30_000, keepAliveTimeout: 60_000 };
  const server = createServer(limits, serve);
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    if (!announcesTooMuch(request)) response.writeContinue();
    serve(request, response);
  });
  return server;
}

function listen(server: Server, port: number, service: { port: number }): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      service.port = typeof address === 'object' && address !== null ? address.port : port;
      resolve(service.port);
    });
  });
}
