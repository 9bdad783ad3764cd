/** From a request to its outcome: gate, path, method, operation. Knows nothing of the wire's other direction. */
import type { IncomingMessage } from 'node:http';
import type { Call } from './auditEvent.ts';
import type { AuditLog } from './auditLog.ts';
import type { Engine } from './engine.ts';
import type { FaultControl } from './faultControl.ts';
import type { Faults } from './faults.ts';
import type { Gate } from './gate.ts';
import { type Answer, failure } from './httpAnswer.ts';
import { readBody } from './httpBody.ts';
import { executeQuery, listAuditEvents, readQuery } from './operations.ts';
import { findRoute, METHODS, type Route } from './route.ts';

/** What is known of a call of one of the two operations before it is answered. */
export type Occasion = Pick<Call, 'operation' | 'uri' | 'content' | 'vaultID'>;

export interface Outcome {
  readonly answer: Answer;
  /** The path's template for the log; `-` for a refused or unknown one. */
  readonly template: string;
  /** Absent where neither operation was reached: nothing stands in the audit trail then. */
  readonly occasion?: Occasion;
}

export interface Service {
  /** The port that Host must name; set once listening. */
  port: number;
  /** Never rejects for anything that a client sends. `signal` aborts when the client has gone. */
  perform(request: IncomingMessage, faults: Faults, signal: AbortSignal): Promise<Outcome>;
}

export interface ServiceParts {
  readonly engine: Engine;
  readonly log: AuditLog;
  readonly gate: Gate;
  readonly faultControl: FaultControl;
  readonly auditPaging: 'after' | 'none';
}

export function createService({ engine, log, gate, faultControl, auditPaging }: ServiceParts): Service {
  async function operate(
    route: Route,
    path: string,
    search: string,
    request: IncomingMessage,
    faults: Faults,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const { template } = route;
    const broken =
      faults.status === undefined ? undefined : failure(faults.status, 'a fault that was asked for');
    if (route.operation === 'audit') {
      const answer = broken ?? listAuditEvents(log, new URLSearchParams(search), auditPaging);
      return { answer, template, occasion: { operation: 'audit', uri: path, content: search } };
    }
    const body = await readBody(request);
    if (route.operation === 'faults') return { answer: faultControl.put(body.ok ? body.text : ''), template };
    const { vaultID } = route;
    const occasion = { operation: 'query', uri: path, vaultID } as const;
    const read = readQuery(body);
    if (!('query' in read)) return { answer: read, template, occasion: { ...occasion, content: '' } };
    const answer = broken ?? (await executeQuery(engine, vaultID, read.query, faults, signal));
    return { answer, template, occasion: { ...occasion, content: read.query } };
  }

  const service: Service = {
    port: 0,
    async perform(request, faults, signal) {
      const refused = gate.refuse(request, service.port, faults.expiredToken ?? false);
      if (refused !== undefined) return { answer: refused, template: '-' };
      const [path = '', ...rest] = (request.url ?? '').split('?');
      const route = findRoute(path);
      if (route === undefined || (route.operation === 'faults' && !faultControl.changeable))
        return { answer: failure(404, 'no such path'), template: '-' };
      const allow = METHODS[route.operation];
      if (request.method === allow) return operate(route, path, rest.join('?'), request, faults, signal);
      const answer = failure(405, `${allow} is the only method of this path`, { allow });
      return { answer, template: route.template };
    },
  };
  return service;
}
