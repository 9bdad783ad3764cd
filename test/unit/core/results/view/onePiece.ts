/** What the product does step by step, in one piece: for tests of what comes out. */
import { whereConditionSteps } from '../../../../../src/core/results/export/copy.ts';
import { filterRowsSteps } from '../../../../../src/core/results/view/find.ts';
import { sortSteps } from '../../../../../src/core/results/view/sort.ts';
import { columnSummarySteps } from '../../../../../src/core/results/view/stats.ts';
import { runToEnd, type Steps } from '../../../../../src/core/results/view/steps.ts';

export const sortRows = (...of: Parameters<typeof sortSteps>) => runToEnd(sortSteps(...of));
export const filterRows = (...of: Parameters<typeof filterRowsSteps>) => runToEnd(filterRowsSteps(...of));
export const columnSummary = (...of: Parameters<typeof columnSummarySteps>) =>
  runToEnd(columnSummarySteps(...of));
type StepsResult<Work> = Work extends Steps<infer Result> ? Result : never;
export const orChain = (
  ...of: Parameters<typeof whereConditionSteps>
): StepsResult<ReturnType<typeof whereConditionSteps>> => runToEnd(whereConditionSteps(...of));
