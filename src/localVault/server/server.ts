/** The local vault: an HTTP server with a PostgreSQL database, for one user of this machine. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { ColumnPolicy, VaultTable } from '../../core/sql/dialect/schema.ts';
import { createClock } from '../audit/clock.ts';
import { type Caller, createAuditEvent, createRequestID } from '../audit/event.ts';
import { createAuditLog } from '../audit/log.ts';
import { createSampleEvents } from '../audit/sample.ts';
import type { Authorization, AuthorizationServer } from '../authorization/authorization.ts';
import type { Identity } from '../authorization/issued.ts';
import { ACCOUNT_ID, COLUMN_POLICIES, TABLES, USER_EMAIL, VAULT_ID } from '../data/schema.ts';
import { ensureFolder } from '../engine/folder.ts';
import { PgliteEngine } from '../engine/pgliteEngine.ts';
import { applyDefaultOptions, type LocalVaultOptions } from '../options.ts';
import { chooseRequestID, RateLimiter, replaceErrorBody, TrailWriter } from './applyBehavior.ts';
import { createFaultControl } from './faultControl.ts';
import type { Faults } from './faults.ts';
import { createRequestGate, getBearerToken, rejectForeignHostOrOrigin } from './gate.ts';
import type { HttpResponse } from './httpAnswer.ts';
import { isContentLengthTooLarge } from './httpBody.ts';
import { sendResponse } from './send.ts';
import { createService } from './service.ts';
import { createRandomJwt, identifyToken } from './token.ts';

export interface LocalVault {
  /** `http://127.0.0.1:PORT`, without a trailing slash. */
  readonly url: string;
  readonly token: string;
  readonly accountID: string;
  readonly vaultID: string;
  /** The actor of requests with `token` in audit events. */
  readonly actor: string;
  /** Policies of the vault's columns, in the format of `vaultsql.dialect.columns`. */
  readonly columns: readonly ColumnPolicy[];
  readonly tables: readonly VaultTable[];
  readonly restartCount: number;
  setFaults(faults: Faults): void;
  readonly authorization?: Authorization;
  close(): Promise<void>;
}

/** Starts a vault. Resolves when queries can run. Rejects if that fails, or if `given.signal` aborts before. */
export async function startLocalVault(given: LocalVaultOptions = {}): Promise<LocalVault> {
  const options = applyDefaultOptions(given);
  // A folder that the user chose must exist or be created. The default folder is only a cache: if it can't be created,
  // the vault still runs, and warns that its next start will be slower.
  if (options.engine === undefined && options.dataDir !== undefined) await ensureFolder(options.dataDir);
  const engine = options.engine ?? new PgliteEngine(options);
  const clock = createClock();
  const log = createAuditLog(options.auditLimits);
  const faultControl = createFaultControl(options.faults);
  const token = options.token ?? createRandomJwt();
  const { behavior, authorization } = options;
  const gate = createRequestGate(token, (given) => authorization?.identify(given));
  const service = createService({ engine, log, gate, faultControl, behavior });
  const rateLimit = new RateLimiter(behavior);
  const identity = { actor: USER_EMAIL, actorType: 'USER', ...identifyToken(token) };
  const pendingRequests = new Set<AbortController>();
  const trail = new TrailWriter(log, behavior);
  for (const event of createSampleEvents(clock(), options.seed)) trail.addEventNow(event);

  const describeCaller = (request: IncomingMessage, isKnown: boolean): Caller => ({
    ...(isKnown ? (findIssuedIdentity(authorization, request) ?? identity) : {}),
    accessType: 'API',
    ipAddress: request.socket.remoteAddress ?? '127.0.0.1',
    ...(request.headers.origin === undefined ? {} : { origin: request.headers.origin }),
  });
  const dispatchRequest = async (request: IncomingMessage, signal: AbortSignal) => {
    const signIn = authorization && (await handleSignInRequest(authorization, request, service.port));
    if (signIn) return { ...signIn, eventRequest: undefined, faults: {} as Faults };
    if (request.url === '/faults')
      return { ...(await service.handleRequest(request, {}, signal)), faults: {} };
    const faults = faultControl.takeNextFaults();
    if (faults.latencyMs !== undefined) await waitUnlessAborted(faults.latencyMs, signal);
    const refused = rateLimit.countOrRejectRequest(Date.now());
    const outcome = refused
      ? { answer: refused, template: '-' }
      : await service.handleRequest(request, faults, signal);
    return { ...outcome, answer: replaceErrorBody(outcome.answer, behavior), faults };
  };

  async function handleRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const startedAt = clock();
    const requestID = createRequestID();
    const controller = new AbortController();
    pendingRequests.add(controller);
    response.on('close', () => {
      pendingRequests.delete(controller);
      controller.abort();
    });
    const { answer, eventRequest, template, faults } = await dispatchRequest(request, controller.signal);
    const { status, message } = answer;
    const endedAt = clock();
    // Added before the response, so that a client that has the response finds the event, unless `lateMs` delays it.
    if (eventRequest !== undefined) {
      const { knowsCaller, ...asked } = eventRequest;
      const call = { ...asked, method: request.method ?? '', caller: describeCaller(request, knowsCaller) };
      trail.addEventWithDelay(createAuditEvent({ ...call, requestID, startedAt, endedAt, status, message }));
    }
    if (!response.destroyed)
      sendResponse(
        request,
        response,
        answer,
        chooseRequestID(behavior, requestID),
        faults.truncatedBody ?? false,
      );
    const milliseconds = Number(endedAt - startedAt) / 1e6;
    options.onRequest({ method: request.method ?? '', template, status, milliseconds, requestID });
  }

  const server = createHttpServer((request, response) => {
    handleRequest(request, response).catch((error: unknown) => {
      options.warn('a request could not be answered', error);
      response.destroy();
    });
  });
  const close = async (): Promise<void> => {
    // Aborted first, so that a waiting request does not run its query before its connection is seen to be closed.
    for (const controller of pendingRequests) controller.abort();
    trail.cancelDelayedEvents();
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await engine.shutDownEngine();
    await closed;
  };
  // If the engine is shut down while it starts, `startEngine` rejects, and the catch block closes the server.
  const stopEngine = () => void engine.shutDownEngine();
  given.signal?.addEventListener('abort', stopEngine, { once: true });
  try {
    given.signal?.throwIfAborted();
    // The engine starts while the port is opened. Queries that arrive early wait for the engine.
    const [port] = await Promise.all([listenOnLoopback(server, options.port, service), engine.startEngine()]);
    // If the signal aborted after the engine had started, `startEngine` did not reject.
    given.signal?.throwIfAborted();
    const url = `http://127.0.0.1:${port}`;
    if (authorization) authorization.issuer = url;
    return {
      url,
      ...(authorization && { authorization }),
      token,
      accountID: ACCOUNT_ID,
      vaultID: VAULT_ID,
      actor: identity.actor,
      columns: COLUMN_POLICIES,
      tables: TABLES.map(({ name, columns }) => ({ name, columns: columns.map(([column]) => column) })),
      get restartCount() {
        return engine.restartCount;
      },
      setFaults: faultControl.setFaults,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  } finally {
    given.signal?.removeEventListener('abort', stopEngine);
  }
}

function findIssuedIdentity(
  authorization: AuthorizationServer | undefined,
  request: IncomingMessage,
): Identity | undefined {
  const issued = authorization?.identify(getBearerToken(request) ?? '');
  if (!issued) return undefined;
  const { isExpired: _isExpired, ...identity } = issued;
  return identity;
}

/** Returns the sign-in server's response; undefined if the request is not for it, or may come from a website. */
async function handleSignInRequest(
  authorization: AuthorizationServer,
  request: IncomingMessage,
  port: number,
): Promise<{ readonly answer: HttpResponse; readonly template: string } | undefined> {
  const foreign = rejectForeignHostOrOrigin(request, port);
  if (foreign) return undefined;
  return authorization.handle(request);
}

function waitUnlessAborted(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

function createHttpServer(serve: (request: IncomingMessage, response: ServerResponse) => void): Server {
  // The request line counts toward the header size, and may contain sixteen long filters.
  const limits = { maxHeaderSize: 128 * 1024, requestTimeout: 30_000, keepAliveTimeout: 60_000 };
  const server = createServer(limits, serve);
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    if (!isContentLengthTooLarge(request)) response.writeContinue();
    serve(request, response);
  });
  return server;
}

function listenOnLoopback(server: Server, port: number, service: { port: number }): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      service.port = typeof address === 'object' && address !== null ? address.port : port;
      resolve(service.port);
    });
  });
}
