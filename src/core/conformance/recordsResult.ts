import type { NullForm, NumberForm, RequestIDRelation } from './rules.ts';

/**
 * What the queries of a check showed about the service. An optional property is undefined if it could not be
 * determined.
 */
export interface RecordsResult {
  readonly requestID?: RequestIDRelation;
  readonly delayMs?: number;
  readonly nulls?: NullForm;
  readonly largeNumbers?: NumberForm;
  readonly acceptedLevels: readonly string[];
  readonly refusedLevels: readonly string[];
  readonly acceptedConstructs: readonly string[];
  readonly refusedConstructs: readonly string[];
}

export const EMPTY_RESULT: RecordsResult = {
  acceptedLevels: [],
  refusedLevels: [],
  acceptedConstructs: [],
  refusedConstructs: [],
};
