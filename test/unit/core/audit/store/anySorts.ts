import fc from 'fast-check';
import { auditFields, type FieldID } from '../../../../../src/core/audit/table/fields.ts';
import type { TrailSort } from '../../../../../src/core/audit/table/trail.ts';

const sortBy = (fields: readonly FieldID[]): fc.Arbitrary<TrailSort> =>
  fc.record({ field: fc.constantFrom(...fields), descending: fc.boolean() });

/** One sort by any field, or up to four by few fields, so that some are by the same field. */
export const anySorts: fc.Arbitrary<readonly TrailSort[]> = fc.oneof(
  sortBy(auditFields.map(({ id }) => id)).map((sort) => [sort]),
  fc.array(sortBy(['time', 'actor', 'code', 'ipAddress', 'content']), { maxLength: 4 }),
);
