import { type Faults, validateFaults } from './faults.ts';
import { createErrorResponse, createOkResponse, type HttpResponse } from './httpAnswer.ts';

export interface FaultControl {
  /** Whether requests may change the faults. True if the vault was started with the option `faults`. */
  readonly isChangeable: boolean;
  /**
   * Returns the faults for the next request. Must be called once per request, because the calls are counted for
   * `Faults.requests`.
   */
  takeNextFaults(): Faults;
  setFaults(faults: Faults): void;
  handleFaultsRequest(text: string): HttpResponse;
}

export function createFaultControl(initial: Faults | undefined): FaultControl {
  let faults = initial ?? {};
  let requests = 0;
  const setFaults = (next: Faults) => {
    faults = next;
    requests = 0;
  };
  return {
    isChangeable: initial !== undefined,
    setFaults,
    takeNextFaults() {
      if (faults.requests !== undefined && ++requests > faults.requests) faults = {};
      return faults;
    },
    handleFaultsRequest(text) {
      try {
        setFaults(validateFaults(JSON.parse(text)));
        return createOkResponse('{}');
      } catch (error) {
        return createErrorResponse(400, error instanceof Error ? error.message : 'invalid faults');
      }
    },
  };
}
