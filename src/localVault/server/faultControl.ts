/** The faults of a running vault: how long they last, and the request that changes them. */
import { type Faults, readFaults } from './faults.ts';
import { type Answer, failure, ok } from './httpAnswer.ts';

export interface FaultControl {
  /** Whether the vault was started with faults, so that requests may change them. */
  readonly changeable: boolean;
  /** The faults for one more request. */
  take(): Faults;
  set(faults: Faults): void;
  /** `PUT /faults` with the new ones as JSON: 200, or 400 saying what is wrong. */
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
