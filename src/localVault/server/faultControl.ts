import { type Faults, validateFaults } from './faults.ts';
import { type Answer, createErrorAnswer, createOkAnswer } from './httpAnswer.ts';

export interface FaultControl {
  /** Whether the vault was started with faults, so that requests may change them. */
  readonly isChangeable: boolean;
  /** Returns the faults for the next request, and counts that request. */
  takeNextFaults(): Faults;
  setFaults(faults: Faults): void;
  handleFaultsRequest(text: string): Answer;
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
        return createOkAnswer('{}');
      } catch (error) {
        return createErrorAnswer(400, error instanceof Error ? error.message : 'invalid faults');
      }
    },
  };
}
