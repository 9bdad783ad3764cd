/** The simulated faults of a running vault: counts how long they last, and handles the request that changes them. */
import { type Faults, readFaults } from './faults.ts';
import { type Answer, failure, ok } from './httpAnswer.ts';

export interface FaultControl {
  /** Whether the vault was started with faults, so that requests may change them. */
  readonly changeable: boolean;
  /** Returns the faults for the next request, and counts it. Empty after the number of requests that they last. */
  take(): Faults;
  set(faults: Faults): void;
  /** Handles `PUT /faults` with the new faults as JSON. Responds with 200, or with 400 and the problem. */
  put(text: string): Answer;
}

export function createFaultControl(initial: Faults | undefined): FaultControl {
  let faults = initial ?? {};
  let requests = 0;
  const set = (next: Faults) => {
    faults = next;
    requests = 0;
  };
  return {
    changeable: initial !== undefined,
    set,
    take() {
      if (faults.requests !== undefined && ++requests > faults.requests) faults = {};
      return faults;
    },
    put(text) {
      try {
        set(readFaults(JSON.parse(text)));
        return ok('{}');
      } catch (error) {
        return failure(400, error instanceof Error ? error.message : 'invalid faults');
      }
    },
  };
}
