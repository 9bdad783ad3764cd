/** From a request to its outcome: gate, path, method, operation. Knows nothing of the wire's other direction. */
import type { IncomingMessage } from 'node:http';
import type { Call } from '../audit/event.ts';
import type { AuditLog } from '../audit/log.ts';
import type { Engine } from '../engine/engine.ts';
import type { FaultControl } from './faultControl.ts';
import type { Faults } from './faults.ts';
import type { Gate } from './gate.ts';
import { type Answer, failure } from './httpAnswer.ts';
import { announcesJson, type Body, readBody } from './httpBody.ts';
import { executeQuery, listAuditEvents, readQuery } from './operations.ts';
import { findRoute, METHODS, type Route } from './route.ts';
import { createTurns } from './turns.ts';

/** What is known of a call before it is answered. */
export type Occasion = Pick<Call, 'operation' | 'uri' | 'content' | 'vaultID'> & {
  /** False where the token did not tell who called. */
  readonly knowsCaller: boolean;
};

export interface Outcome {
  readonly answer: Answer;
  /** The path's template for the log; `-` for a refused or unknown one. */
  readonly template: string;
  /** Absent where the faults of the vault were changed, which is no request to the service: it leaves no event. */
  readonly occasion?: Occasion;
}

export interface Service {
  /** The port that Host must name; set once listening. */
  port: number;
  /** Never rejects for anything that a client sends. `signal` aborts when the client has gone. */
  perform(request: IncomingMessage, faults: Faults, signal: AbortSignal): Promise<Outcome>;
}

interface ServiceParts {
  readonly engine: Engine;
  readonly log: AuditLog;
  readonly gate: Gate;
  readonly faultControl: FaultControl;
  readonly auditPaging: 'after' | 'none';
}

export function createService({ engine, log, gate, faultControl, auditPaging }: ServiceParts): Service {
  const turn = createTurns();

  async function operate(
    route: Route,
    path: string,
    search: string,
    request: IncomingMessage,
    faults: Faults,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const { template } = route;
    const broken = faults.status === undefined ? undefined : failure(faults.status, 'a requested fault');
    if (route.operation === 'audit') {
      const answer = broken ?? listAuditEvents(log, search, auditPaging);
      return { answer, template, occasion: occasionOf(route, path, true, search) };
    }
    const body = await readBody(request);
    if (route.operation === 'faults') return { answer: faultControl.put(body.ok ? body.text : ''), template };
    const read =
      search === ''
        ? readQuery(refuseOtherTypes(request, body))
        : failure(400, 'this path takes no parameters');
    if (!('query' in read)) return { answer: read, template, occasion: occasionOf(route, path, true) };
    // Checking the longest statements takes most of a second each.
    await turn();
    const answer = broken ?? (await executeQuery(engine, route.vaultID, read.query, faults, signal));
    return { answer, template, occasion: occasionOf(route, path, true, read.query) };
  }

  const service: Service = {
    port: 0,
    async perform(request, faults, signal) {
      const [path = '', ...rest] = (request.url ?? '').split('?');
      const route = findRoute(path);
      const refused = gate.refuse(request, service.port, faults.expiredToken ?? false);
      if (refused !== undefined) {
        const { answer, knowsCaller } = refused;
        return { answer, template: '-', occasion: occasionOf(route, path, knowsCaller) };
      }
      if (route === undefined || (route.operation === 'faults' && !faultControl.changeable))
        return {
          answer: failure(404, 'not found'),
          template: '-',
          occasion: occasionOf(undefined, path, true),
        };
      const allow = METHODS[route.operation];
      if (request.method === allow) return operate(route, path, rest.join('?'), request, faults, signal);
      const answer = failure(405, `${allow} is the only method of this path`, { allow });
      return { answer, template: route.template, occasion: occasionOf(route, path, true) };
    },
  };
  return service;
}

/** What the trail says was asked for. A refused request was not read: it has no content. */
function occasionOf(route: Route | undefined, uri: string, knowsCaller: boolean, content = ''): Occasion {
  if (route?.operation === 'query')
    return { operation: 'query', uri, vaultID: route.vaultID, content, knowsCaller };
  return { operation: route?.operation === 'audit' ? 'audit' : 'none', uri, content, knowsCaller };
}

/** A body that is there and not announced as JSON is not looked at; one that was not taken in stays what it was. */
const refuseOtherTypes = (request: IncomingMessage, body: Body): Body =>
  body.ok && body.text !== '' && !announcesJson(request) ? { ok: false, reason: 'notJson' } : body;
