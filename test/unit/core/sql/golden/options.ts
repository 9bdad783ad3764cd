/** Settings that go with a golden statement. */
import type { ColumnPolicy, KnownTables } from '../../../../../src/core/sql/dialect/schema.ts';
import type { CheckOptions } from '../../../../../src/core/sql/lint/options.ts';
import type { Draw } from '../../../../proof/draw.ts';
import { allowable } from './words.ts';

const tables = 'persons|PERSONS|credit_cards|cards|notes|t|u|My Table|x';
const columns = 'a|b|ssn|name|id|v|age|x y|Odd name|born|"q"|code';

function policy(draw: Draw): ColumnPolicy {
  return {
    table: draw.word(tables),
    column: draw.word(columns),
    ...(draw.chance(0.5) && { transientTokenization: draw.chance(0.8) }),
    ...(draw.chance(0.5) && { columnLevelEncryption: draw.chance(0.3) }),
    ...(draw.chance(0.3) && { masked: draw.chance(0.5) }),
  };
}

function schema(draw: Draw): KnownTables {
  const names = draw.times(1, 3, () => draw.word('persons|credit_cards|cards|notes|t|u'));
  return new Map(
    names.map((name) => [
      name,
      {
        name,
        columns: new Map(draw.times(0, 5, () => draw.word('a|b|ssn|name|id|v|age')).map((one) => [one, one])),
      },
    ]),
  );
}

/** Rules on columns that the statements of `policed` name. */
export const drawPolicies = (draw: Draw): CheckOptions => ({
  columns: draw.times(3, 8, () => ({
    table: draw.word('persons|Persons|t|u|credit_cards|My Table'),
    column: draw.word('ssn|name|a|b|id|x y|Odd name'),
    transientTokenization: draw.chance(0.4),
    columnLevelEncryption: draw.chance(0.4),
  })),
  ...(draw.chance(0.3) && { allow: ['SUBQUERY', 'WITH', 'USING', draw.from(allowable)] }),
});

/** Most often none. */
export function drawOptions(draw: Draw): CheckOptions {
  if (draw.chance(0.6)) return {};
  return {
    ...(draw.chance(0.6) && { allow: draw.times(1, 6, () => draw.from(allowable)) }),
    ...(draw.chance(0.5) && { columns: draw.times(1, 4, () => policy(draw)) }),
    // Drawn for nothing: without these draws the statements that follow, and all golden files, would be others.
    ...(draw.chance(0.2) && draw.from([{}, {}, {}])),
    ...(draw.chance(0.3) && { schema: schema(draw) }),
    ...(draw.chance(0.2) && { literalHints: false }),
  };
}
