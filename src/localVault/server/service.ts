import type { IncomingMessage } from 'node:http';
import type { AuditedRequest } from '../audit/event.ts';
import type { AuditLog } from '../audit/log.ts';
import type { Engine } from '../engine/engine.ts';
import type { Behavior } from './behavior.ts';
import type { FaultControl } from './faultControl.ts';
import type { Faults } from './faults.ts';
import type { Gate } from './gate.ts';
import { createErrorResponse, type HttpResponse } from './httpAnswer.ts';
import { type BodyResult, hasUncompressedJsonBody, readBody } from './httpBody.ts';
import { executeQuery, listAuditEvents, parseQueryBody } from './operations.ts';
import { findRoute, METHODS, type Route } from './route.ts';
import { createEventLoopYield } from './yieldToEventLoop.ts';

type EventRequest = Pick<AuditedRequest, 'operation' | 'uri' | 'content' | 'vaultID'> & {
  /**
   * Whether the token of the request was found valid, even if expired. False if the request was rejected before its
   * token was checked.
   */
  readonly knowsCaller: boolean;
};

export interface RequestOutcome {
  readonly answer: HttpResponse;
  readonly template: string;
  readonly eventRequest?: EventRequest;
}

export interface Service {
  /** The port that the Host header must have. 0 until the server listens. */
  port: number;
  handleRequest(request: IncomingMessage, faults: Faults, signal: AbortSignal): Promise<RequestOutcome>;
}

interface ServiceParts {
  readonly engine: Engine;
  readonly log: AuditLog;
  readonly gate: Gate;
  readonly faultControl: FaultControl;
  readonly behavior: Behavior;
}

export function createService({ engine, log, gate, faultControl, behavior }: ServiceParts): Service {
  const yieldToEventLoop = createEventLoopYield();

  async function handleRoute(
    route: Route,
    path: string,
    search: string,
    request: IncomingMessage,
    faults: Faults,
    signal: AbortSignal,
  ): Promise<RequestOutcome> {
    const { template } = route;
    const broken =
      faults.status === undefined ? undefined : createErrorResponse(faults.status, 'a requested fault');
    if (route.operation === 'audit') {
      const answer = broken ?? listAuditEvents(log, search, behavior);
      return { answer, template, eventRequest: createEventRequest(route, path, true, search) };
    }
    const body = await readBody(request);
    if (route.operation === 'faults')
      return { answer: faultControl.handleFaultsRequest(body.ok ? body.text : ''), template };
    const read =
      search === ''
        ? parseQueryBody(replaceNonJsonBodyWithFailure(request, body))
        : createErrorResponse(400, 'this path takes no parameters');
    if (!('query' in read))
      return { answer: read, template, eventRequest: createEventRequest(route, path, true) };
    // Checking a very long statement can take most of a second, so other events are handled in between.
    await yieldToEventLoop();
    const answer =
      broken ?? (await executeQuery(engine, route.vaultID, read.query, faults, behavior, signal));
    return { answer, template, eventRequest: createEventRequest(route, path, true, read.query) };
  }

  const service: Service = {
    port: 0,
    async handleRequest(request, faults, signal) {
      const [path = '', ...rest] = (request.url ?? '').split('?');
      const route = findRoute(path);
      const refused = gate.checkRequest(request, service.port, faults.expiredToken ?? false);
      if (refused !== undefined) {
        const { answer, knowsCaller } = refused;
        return { answer, template: '-', eventRequest: createEventRequest(route, path, knowsCaller) };
      }
      if (route === undefined || (route.operation === 'faults' && !faultControl.isChangeable))
        return {
          answer: createErrorResponse(404, 'not found'),
          template: '-',
          eventRequest: createEventRequest(undefined, path, true),
        };
      const allow = METHODS[route.operation];
      if (request.method === allow) return handleRoute(route, path, rest.join('?'), request, faults, signal);
      const answer = createErrorResponse(405, `${allow} is the only method of this path`, { allow });
      return { answer, template: route.template, eventRequest: createEventRequest(route, path, true) };
    },
  };
  return service;
}

function createEventRequest(
  route: Route | undefined,
  uri: string,
  knowsCaller: boolean,
  content = '',
): EventRequest {
  if (route?.operation === 'query')
    return { operation: 'query', uri, vaultID: route.vaultID, content, knowsCaller };
  return { operation: route?.operation === 'audit' ? 'audit' : 'none', uri, content, knowsCaller };
}

const replaceNonJsonBodyWithFailure = (request: IncomingMessage, body: BodyResult): BodyResult =>
  body.ok && body.text !== '' && !hasUncompressedJsonBody(request) ? { ok: false, reason: 'notJson' } : body;
