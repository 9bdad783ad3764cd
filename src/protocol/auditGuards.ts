import type { ChartText, Rectangle } from '../core/audit/charts/chart.ts';
import type { DisplayZone, ZoneOffset } from '../core/audit/feed/zones.ts';
import type { TimePreset } from '../core/audit/filters/timePresets.ts';
import type {
  ActionButton,
  ActiveRow,
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
  AuditOrder,
  AuditPanelWidths,
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
import { isSavedLayout } from './columnLayout.ts';
import { pageViewGuards } from './page.ts';
import { isCell, isColumnSort } from './resultsGuards.ts';
import type { Guard, GuardsOf } from './validate.ts';
import {
  isBoolean,
  isNonNegativeSafeInteger,
  isRecord,
  isText,
  listOf,
  oneOf,
  optional,
  shapeOf,
} from './validate.ts';

export { isRowsResponse } from './resultsGuards.ts';

type Params<K extends keyof AuditHost> = Parameters<AuditHost[K]>[0];
const isNumber = (value: unknown): value is number => Number.isFinite(value);
const rowFields = { rev: isNonNegativeSafeInteger, row: isNonNegativeSafeInteger };
const isActiveRow = shapeOf<ActiveRow>({
  row: isNonNegativeSafeInteger,
  column: isNonNegativeSafeInteger,
  isDetailOpen: isBoolean,
});
const isButton = shapeOf<ActionButton>({ id: isText, label: isText });

export const auditHostGuards: GuardsOf<AuditHost> = {
  ready: (value): value is Record<string, never> => isRecord(value),
  fetchRows: shapeOf<Params<'fetchRows'>>({
    rev: isNonNegativeSafeInteger,
    seq: isNonNegativeSafeInteger,
    from: isNonNegativeSafeInteger,
    to: isNonNegativeSafeInteger,
  }),
  detail: shapeOf<Params<'detail'>>(rowFields),
  menu: shapeOf<Params<'menu'>>({ ...rowFields, column: isNonNegativeSafeInteger }),
  activate: shapeOf<Params<'activate'>>({
    ...rowFields,
    id: isText,
    column: optional(isNonNegativeSafeInteger),
  }),
  mark: shapeOf<Params<'mark'>>({
    rev: isNonNegativeSafeInteger,
    fromRow: isNonNegativeSafeInteger,
    toRow: isNonNegativeSafeInteger,
    marked: optional(isBoolean),
  }),
  expand: shapeOf<Params<'expand'>>({ ...rowFields, isExpanded: isBoolean }),
  note: shapeOf<Params<'note'>>(rowFields),
  chart: shapeOf<Params<'chart'>>({ rev: isNonNegativeSafeInteger }),
  saveChart: shapeOf<Params<'saveChart'>>({ rev: isNonNegativeSafeInteger, png: optional(isText) }),
  findUnusualValues: shapeOf<Params<'findUnusualValues'>>({
    rev: isNonNegativeSafeInteger,
    fromRow: optional(isNonNegativeSafeInteger),
    toRow: optional(isNonNegativeSafeInteger),
  }),
  filterByUnusualValue: shapeOf<Params<'filterByUnusualValue'>>({
    id: isNonNegativeSafeInteger,
    index: isNonNegativeSafeInteger,
  }),
  filterByFacet: shapeOf<Params<'filterByFacet'>>({
    rev: isNonNegativeSafeInteger,
    facet: isText,
    value: isNonNegativeSafeInteger,
    choice: oneOf<Params<'filterByFacet'>['choice']>({ only: true, not: true, none: true }),
  }),
  moreValues: shapeOf<Params<'moreValues'>>({ facet: isText }),
  searchFacets: shapeOf<Params<'searchFacets'>>({ text: isText }),
  range: shapeOf<Params<'range'>>({ from: optional(isNumber), to: optional(isNumber) }),
  timePreset: shapeOf<Params<'timePreset'>>({
    preset: oneOf<TimePreset>({ lastHour: true, today: true, yesterday: true, last7Days: true }),
  }),
  search: shapeOf<Params<'search'>>({ text: isText }),
  complete: shapeOf<Params<'complete'>>({ text: isText, offset: isNonNegativeSafeInteger }),
  panelWidth: shapeOf<Params<'panelWidth'>>({
    panel: oneOf<keyof AuditPanelWidths>({ facets: true, details: true }),
    width: isNonNegativeSafeInteger,
  }),
  columnLayout: shapeOf<Params<'columnLayout'>>({ layout: isSavedLayout }),
  layout: shapeOf<Params<'layout'>>({
    columns: listOf(isNonNegativeSafeInteger),
    isHistogramShown: isBoolean,
  }),
  removeChip: shapeOf<Params<'removeChip'>>({ id: isText }),
  action: shapeOf<Params<'action'>>({
    action: oneOf<AuditAction>({
      addFilter: true,
      customTime: true,
      clearLocal: true,
      cover: true,
      askServer: true,
    }),
  }),
  trailAction: shapeOf<Params<'trailAction'>>({ id: isText }),
  button: shapeOf<Params<'button'>>({ id: isText }),
  copy: shapeOf<Params<'copy'>>({
    rev: isNonNegativeSafeInteger,
    fromRow: isNonNegativeSafeInteger,
    toRow: isNonNegativeSafeInteger,
    columns: listOf(isNonNegativeSafeInteger),
  }),
  sort: shapeOf<Params<'sort'>>({
    rev: isNonNegativeSafeInteger,
    sorts: listOf(isColumnSort),
  }),
  setVisibleRowCount: shapeOf<Params<'setVisibleRowCount'>>({ rows: isNonNegativeSafeInteger }),
  setActiveRow: shapeOf<Params<'setActiveRow'>>({
    rev: isNonNegativeSafeInteger,
    activeRow: optional(isActiveRow),
  }),
};

const isFacet = shapeOf<AuditFacet>({
  id: isText,
  label: isText,
  more: isNonNegativeSafeInteger,
  values: listOf(
    shapeOf<AuditFacetValue>({
      label: isText,
      count: isNonNegativeSafeInteger,
      choice: optional(oneOf<NonNullable<AuditFacetValue['choice']>>({ only: true, not: true })),
    }),
  ),
});
const isHistogram = shapeOf<AuditHistogram>({
  edges: listOf(isNumber),
  step: isNumber,
  undated: isNonNegativeSafeInteger,
  bins: listOf(listOf(isNonNegativeSafeInteger)),
  outside: optional(
    shapeOf<NonNullable<AuditHistogram['outside']>>({
      before: listOf(isNonNegativeSafeInteger),
      after: listOf(isNonNegativeSafeInteger),
      first: isNumber,
      last: isNumber,
    }),
  ),
  selectedRange: optional(shapeOf({ from: isNumber, to: isNumber })),
});

export const isAuditState = shapeOf<AuditState>({
  rev: isNonNegativeSafeInteger,
  dataRev: isNonNegativeSafeInteger,
  formatRev: isNonNegativeSafeInteger,
  keepsPosition: isBoolean,
  phase: oneOf<AuditState['phase']>({
    idle: true,
    loading: true,
    events: true,
    none: true,
    error: true,
  }),
  mode: oneOf<AuditMode>({ events: true, readers: true }),
  columns: listOf(
    shapeOf<AuditColumn>({
      name: isText,
      numeric: isBoolean,
      visible: isBoolean,
      sortable: isBoolean,
      heading: optional(isText),
      width: optional(
        oneOf<NonNullable<AuditColumn['width']>>({ rest: true, yields: true, lessNeeded: true }),
      ),
      shortensMiddle: optional(isBoolean),
    }),
  ),
  rowCount: isNonNegativeSafeInteger,
  rows: listOf(listOf(isCell)),
  breaks: optional(listOf(isNonNegativeSafeInteger)),
  order: optional(shapeOf<AuditOrder>({ sorts: listOf(isColumnSort), isOriginalOrder: isBoolean })),
  status: isText,
  detail: isText,
  text: isText,
  askServer: optional(isText),
  searchedTexts: listOf(isText),
  target: optional(
    shapeOf({
      label: isText,
      environment: oneOf<NonNullable<AuditState['target']>['environment']>({
        production: true,
        test: true,
        development: true,
      }),
    }),
  ),
  chips: listOf(
    shapeOf<AuditChip>({
      id: isText,
      name: isText,
      label: isText,
      kind: oneOf<AuditChip['kind']>({ service: true, local: true }),
      place: isText,
    }),
  ),
  marks: optional(
    shapeOf({ column: isNonNegativeSafeInteger, count: isNonNegativeSafeInteger, only: isBoolean }),
  ),
  zone: shapeOf<DisplayZone>({
    name: isText,
    offsets: listOf(shapeOf<ZoneOffset>({ from: isNumber, minutes: isNumber })),
  }),
  range: optional(isText),
  facets: listOf(isFacet),
  facetSearch: isText,
  histogram: optional(isHistogram),
  buttons: listOf(
    shapeOf<AuditBarButton>({
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
    shapeOf<NonNullable<AuditState['layout']>>({
      rev: isNonNegativeSafeInteger,
      columns: optional(listOf(isNonNegativeSafeInteger)),
      isHistogramShown: optional(isBoolean),
    }),
  ),
  panelWidths: optional(
    shapeOf<AuditPanelWidths>({
      facets: optional(isNonNegativeSafeInteger),
      details: optional(isNonNegativeSafeInteger),
    }),
  ),
  columnLayouts: optional(listOf(isSavedLayout)),
  movedRow: optional(
    shapeOf<NonNullable<AuditState['movedRow']>>({
      from: isNonNegativeSafeInteger,
      to: isNonNegativeSafeInteger,
    }),
  ),
  isInTab: optional(isBoolean),
  isReading: optional(isBoolean),
  opensUnusualValues: optional(isBoolean),
  activeRow: optional(isActiveRow),
  notice: optional(
    shapeOf<NonNullable<AuditState['notice']>>({
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

const isAuditButton = shapeOf<AuditButton>({
  id: isText,
  label: isText,
  place: isText,
  icon: optional(isText),
});

export const isAuditMenu: Guard<readonly AuditButton[]> = (value): value is readonly AuditButton[] =>
  listOf(isAuditButton)(value);

export const isAuditDetail = shapeOf<AuditDetail>({
  title: isText,
  subtitle: isText,
  json: isText,
  note: optional(isText),
  code: listOf(
    shapeOf<HighlightedSpan>({
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
    shapeOf<AuditFieldGroup>({
      label: isText,
      rows: listOf(
        shapeOf<AuditFieldGroup['rows'][number]>({
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
const isRectangle = shapeOf<Rectangle>({
  kind: (value) => value === 'rectangle',
  x: isNumber,
  y: isNumber,
  width: isNumber,
  height: isNumber,
  fill: optional(isColour),
  stroke: optional(isColour),
});
const isChartText = shapeOf<ChartText>({
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

const isQuestionProblem = shapeOf<QuestionProblem>({
  text: isText,
  start: isNonNegativeSafeInteger,
  end: isNonNegativeSafeInteger,
});
export const areQuestionCompletions = shapeOf<QuestionCompletions>({
  from: isNonNegativeSafeInteger,
  to: isNonNegativeSafeInteger,
  items: listOf(shapeOf<QuestionCompletion>({ text: isText, label: isText, detail: isText })),
});

export const isQuestionProblemOrNull = (value: unknown): value is QuestionProblem | null =>
  value === null || isQuestionProblem(value);

export const isChart = shapeOf<Chart>({
  width: isNumber,
  height: isNumber,
  title: isText,
  shapes: listOf((value) => isRectangle(value) || isChartText(value)),
});

export const isAuditMarked = shapeOf<AuditMarked>({
  done: oneOf<AuditMarked['done']>({ marked: true, unmarked: true, nothing: true }),
  count: isNonNegativeSafeInteger,
});

export const isAuditUnusual = shapeOf<AuditUnusual>({
  id: isNonNegativeSafeInteger,
  lead: isText,
  text: isText,
  values: listOf(
    shapeOf<AuditUnusualValue>({
      field: isText,
      label: isText,
      here: isNumber,
      rest: isNumber,
      hereText: isText,
      restText: isText,
    }),
  ),
});

export const auditViewGuards: GuardsOf<AuditViewMethods> = {
  ...pageViewGuards,
  state: isAuditState,
  find: shapeOf({}),
};
