import { isQueryText, isQueryURI } from '../../feed/queryOf.ts';
import { classifyOutcome, type EventOutcome, outcomes } from '../../table/outcome.ts';
import type { Columns } from '../columns/columns.ts';

/**
 * Returns the functions `isQuery`, `outcomeAt` and `hasSucceeded` for the rows currently in the columns, and two arrays
 * by row: `texts` with the number of the row's content, `actors` with the code of its actor. `isQuery` expects a row
 * and the row's number in `texts`.
 */
export function createSqlQueryRowTests({ content, coded }: Columns) {
  const [uris, actors, codes] = (['URI', 'actor', 'code'] as const).map((id) => coded.get(id)?.codes);
  const isQueryPath = Uint8Array.from(uris?.values ?? [], (uri) =>
    Number(uri !== undefined && isQueryURI(uri)),
  );
  const looks = new Uint8Array(content.distinctCount + 1);
  const isQueryAlone = (text: number): boolean => {
    if (looks[text] === 0) looks[text] = isQueryText(content.text(text)) ? 1 : 2;
    return looks[text] === 1;
  };
  const uriOf = uris?.numbers ?? new Uint8Array();
  const isEmpty = content.numberOf('');
  const outcome = Uint8Array.from(codes?.values ?? [], (code) => outcomes.indexOf(classifyOutcome(code)));
  const succeeded = outcomes.indexOf('succeeded');
  const outcomeOfRow = (row: number): number => outcome[codes?.numbers[row] ?? 0] ?? 0;
  return {
    texts: content.numbers,
    actors: actors?.numbers ?? new Uint8Array(),
    outcomeAt: (row: number): EventOutcome => outcomes[outcomeOfRow(row)] ?? 'unknown',
    hasSucceeded: (row: number): boolean => outcomeOfRow(row) === succeeded,
    isQuery: (row: number, text: number): boolean => {
      if (text === 0 || text === isEmpty) return false;
      const uri = uriOf[row] ?? 0;
      return uri === 0 ? isQueryAlone(text) : isQueryPath[uri] === 1;
    },
  };
}
