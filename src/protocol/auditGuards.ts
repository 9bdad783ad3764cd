import type { ChartText, Rectangle } from '../core/audit/charts/chart.ts';
import type { DisplayZone, ZoneOffset } from '../core/audit/feed/zones.ts';
import type { TimePreset } from '../core/audit/filters/timePresets.ts';
import type {
  ActionButton,
  AuditAction,
  AuditBarButton,
  AuditButton,
  AuditChip,
  AuditColumn,
  AuditDetail,
  AuditFacet,
  AuditFacetValue,
  AuditFieldGroup,
  AuditHistogram,
  AuditHost,
  AuditMarked,
  AuditMode,
  AuditState,
  AuditUnusual,
  AuditUnusualValue,
  AuditViewMethods,
  Chart,
  HighlightedSpan,
  QuestionCompletion,
  QuestionCompletions,
  QuestionProblem,
} from './audit.ts';
import { isCell } from './resultsGuards.ts';
import type { Guard, GuardsOf } from './validate.ts';
import { isIndex, isRecord, isShape, isText, listOf, oneOf, optional } from './validate.ts';

export { isRowsResponse } from './resultsGuards.ts';

type Params<K extends keyof AuditHost> = Parameters<AuditHost[K]>[0];
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
const isNumber = (value: unknown): value is number => Number.isFinite(value);
const rowFields = { rev: isIndex, row: isIndex };
const isButton = isShape<ActionButton>({ id: isText, label: isText });

export const auditHostGuards: GuardsOf<AuditHost> = {
  ready: (value): value is Record<string, never> => isRecord(value),
  fetchRows: isShape<Params<'fetchRows'>>({ rev: isIndex, seq: isIndex, from: isIndex, to: isIndex }),
  detail: isShape<Params<'detail'>>(rowFields),
  menu: isShape<Params<'menu'>>({ ...rowFields, column: isIndex }),
  activate: isShape<Params<'activate'>>({ ...rowFields, id: isText, column: optional(isIndex) }),
  mark: isShape<Params<'mark'>>({
    rev: isIndex,
    fromRow: isIndex,
    toRow: isIndex,
    marked: optional(isBoolean),
  }),
  note: isShape<Params<'note'>>(rowFields),
  chart: isShape<Params<'chart'>>({ rev: isIndex }),
  saveChart: isShape<Params<'saveChart'>>({ rev: isIndex, png: optional(isText) }),
  findUnusualValues: isShape<Params<'findUnusualValues'>>({
    rev: isIndex,
    fromRow: optional(isIndex),
    toRow: optional(isIndex),
  }),
  filterByUnusualValue: isShape<Params<'filterByUnusualValue'>>({ id: isIndex, index: isIndex }),
  filterByFacet: isShape<Params<'filterByFacet'>>({
    rev: isIndex,
    facet: isText,
    value: isIndex,
    choice: oneOf<Params<'filterByFacet'>['choice']>({ only: true, not: true, none: true }),
  }),
  moreValues: isShape<Params<'moreValues'>>({ facet: isText }),
  searchFacets: isShape<Params<'searchFacets'>>({ text: isText }),
  range: isShape<Params<'range'>>({ from: optional(isNumber), to: optional(isNumber) }),
  timePreset: isShape<Params<'timePreset'>>({
    preset: oneOf<TimePreset>({ lastHour: true, today: true, yesterday: true, last7Days: true }),
  }),
  search: isShape<Params<'search'>>({ text: isText }),
  complete: isShape<Params<'complete'>>({ text: isText, offset: isIndex }),
  layout: isShape<Params<'layout'>>({ columns: listOf(isIndex), isHistogramShown: isBoolean }),
  removeChip: isShape<Params<'removeChip'>>({ id: isText }),
  action: isShape<Params<'action'>>({
    action: oneOf<AuditAction>({
      addFilter: true,
      customTime: true,
      clearLocal: true,
      cover: true,
      askServer: true,
    }),
  }),
  trailAction: isShape<Params<'trailAction'>>({ id: isText }),
  button: isShape<Params<'button'>>({ id: isText }),
  copy: isShape<Params<'copy'>>({
    rev: isIndex,
    fromRow: isIndex,
    toRow: isIndex,
    columns: listOf(isIndex),
  }),
  sort: isShape<Params<'sort'>>({ rev: isIndex, column: optional(isIndex), descending: optional(isBoolean) }),
  setVisibleRowCount: isShape<Params<'setVisibleRowCount'>>({ rows: isIndex }),
};

const isFacet = isShape<AuditFacet>({
  id: isText,
  label: isText,
  more: isIndex,
  values: listOf(
    isShape<AuditFacetValue>({
      label: isText,
      count: isIndex,
      choice: optional(oneOf<NonNullable<AuditFacetValue['choice']>>({ only: true, not: true })),
    }),
  ),
});
const isHistogram = isShape<AuditHistogram>({
  edges: listOf(isNumber),
  step: isNumber,
  undated: isIndex,
  bins: listOf(listOf(isIndex)),
  outside: optional(
    isShape<NonNullable<AuditHistogram['outside']>>({
      before: listOf(isIndex),
      after: listOf(isIndex),
      first: isNumber,
      last: isNumber,
    }),
  ),
  selectedRange: optional(isShape({ from: isNumber, to: isNumber })),
});

export const isAuditState = isShape<AuditState>({
  rev: isIndex,
  dataRev: isIndex,
  formatRev: isIndex,
  keepsPosition: isBoolean,
  phase: oneOf<AuditState['phase']>({ idle: true, loading: true, events: true, none: true, error: true }),
  mode: oneOf<AuditMode>({ events: true, readers: true }),
  columns: listOf(
    isShape<AuditColumn>({
      name: isText,
      numeric: isBoolean,
      visible: isBoolean,
      sortable: isBoolean,
      heading: optional(isText),
      width: optional(oneOf<NonNullable<AuditColumn['width']>>({ rest: true, yields: true })),
    }),
  ),
  rowCount: isIndex,
  rows: listOf(listOf(isCell)),
  breaks: optional(listOf(isIndex)),
  sort: optional(isShape({ column: isIndex, descending: isBoolean })),
  status: isText,
  detail: isText,
  text: isText,
  askServer: optional(isText),
  searchedTexts: listOf(isText),
  target: optional(
    isShape({
      label: isText,
      environment: oneOf<NonNullable<AuditState['target']>['environment']>({
        production: true,
        test: true,
        development: true,
      }),
    }),
  ),
  chips: listOf(
    isShape<AuditChip>({
      id: isText,
      name: isText,
      label: isText,
      kind: oneOf<AuditChip['kind']>({ service: true, local: true }),
      place: isText,
    }),
  ),
  marks: optional(isShape({ column: isIndex, count: isIndex, only: isBoolean })),
  zone: isShape<DisplayZone>({
    name: isText,
    offsets: listOf(isShape<ZoneOffset>({ from: isNumber, minutes: isNumber })),
  }),
  range: optional(isText),
  facets: listOf(isFacet),
  facetSearch: isText,
  histogram: optional(isHistogram),
  buttons: listOf(
    isShape<AuditBarButton>({
      id: isText,
      label: isText,
      group: oneOf<AuditBarButton['group']>({ modes: true, tools: true, menu: true }),
      order: isNumber,
      icon: optional(isText),
      text: optional(isText),
      pressed: optional(isBoolean),
      enabled: isBoolean,
      visible: isBoolean,
      opens: optional(oneOf<NonNullable<AuditBarButton['opens']>>({ unusualValues: true, tab: true })),
    }),
  ),
  cover: optional(isText),
  layout: optional(
    isShape<NonNullable<AuditState['layout']>>({
      rev: isIndex,
      columns: optional(listOf(isIndex)),
      isHistogramShown: optional(isBoolean),
    }),
  ),
  isInTab: optional(isBoolean),
  opensUnusualValues: optional(isBoolean),
  notice: optional(
    isShape<NonNullable<AuditState['notice']>>({
      title: isText,
      text: isText,
      buttons: listOf(isButton),
      severity: oneOf<NonNullable<AuditState['notice']>['severity']>({
        info: true,
        warning: true,
        error: true,
      }),
    }),
  ),
});

const isAuditButton = isShape<AuditButton>({
  id: isText,
  label: isText,
  place: isText,
  icon: optional(isText),
});

export const isAuditMenu: Guard<readonly AuditButton[]> = (value): value is readonly AuditButton[] =>
  listOf(isAuditButton)(value);

export const isAuditDetail = isShape<AuditDetail>({
  title: isText,
  subtitle: isText,
  json: isText,
  note: optional(isText),
  code: listOf(
    isShape<HighlightedSpan>({
      text: isText,
      kind: oneOf<HighlightedSpan['kind']>({
        keyword: true,
        function: true,
        string: true,
        number: true,
        comment: true,
        plain: true,
      }),
    }),
  ),
  groups: listOf(
    isShape<AuditFieldGroup>({
      label: isText,
      rows: listOf(
        isShape<AuditFieldGroup['rows'][number]>({
          label: isText,
          text: isText,
          failed: optional(isBoolean),
        }),
      ),
    }),
  ),
  buttons: listOf(isAuditButton),
});

const isColour = (value: unknown): boolean => typeof value === 'string' && /^#[0-9a-f]{6}$/.test(value);
const isRectangle = isShape<Rectangle>({
  kind: (value) => value === 'rectangle',
  x: isNumber,
  y: isNumber,
  width: isNumber,
  height: isNumber,
  fill: optional(isColour),
  stroke: optional(isColour),
});
const isChartText = isShape<ChartText>({
  kind: (value) => value === 'words',
  x: isNumber,
  y: isNumber,
  text: isText,
  size: isNumber,
  fill: isColour,
  bold: optional(isBoolean),
  turn: optional(isNumber),
  anchor: optional(oneOf<NonNullable<ChartText['anchor']>>({ start: true, middle: true, end: true })),
});

const isQuestionProblem = isShape<QuestionProblem>({ text: isText, start: isIndex, end: isIndex });
export const areQuestionCompletions = isShape<QuestionCompletions>({
  from: isIndex,
  to: isIndex,
  items: listOf(isShape<QuestionCompletion>({ text: isText, label: isText, detail: isText })),
});

export const isQuestionProblemOrNull = (value: unknown): value is QuestionProblem | null =>
  value === null || isQuestionProblem(value);

export const isChart = isShape<Chart>({
  width: isNumber,
  height: isNumber,
  title: isText,
  shapes: listOf((value) => isRectangle(value) || isChartText(value)),
});

export const isAuditMarked = isShape<AuditMarked>({
  done: oneOf<AuditMarked['done']>({ marked: true, unmarked: true, nothing: true }),
  count: isIndex,
});

export const isAuditUnusual = isShape<AuditUnusual>({
  id: isIndex,
  lead: isText,
  text: isText,
  values: listOf(
    isShape<AuditUnusualValue>({
      field: isText,
      label: isText,
      here: isNumber,
      rest: isNumber,
      hereText: isText,
      restText: isText,
    }),
  ),
});

export const auditViewGuards: GuardsOf<AuditViewMethods> = { state: isAuditState, find: isShape({}) };
