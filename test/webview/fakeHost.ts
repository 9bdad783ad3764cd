/** A host that owns made-up rows, with the hooks that tests need. */
import type {
  Cell,
  Notice,
  ResultColumn,
  ResultsFrame,
  ResultsHost,
  ResultsState,
  ResultsTools,
  ResultsView,
  RowsDescription,
  RowsState,
} from '../../src/protocol/results.ts';
import { resultsHostGuards, resultsToolGuards } from '../../src/protocol/resultsGuards.ts';
import { createRpc, type Handlers, type Port, type Rpc } from '../../src/protocol/rpc.ts';
import { guardHandlers } from '../../src/protocol/validate.ts';

export interface Call {
  readonly method: string;
  readonly params: unknown;
}

const nothing = { next: false, previous: false, first: false, cancel: false, showAudit: false };

export const text = (t: string): Cell => ({ k: t === '' ? 'empty' : 'text', t });

/** A state in one piece: which of its fields are sent, its phase says. */
export interface FakeState
  extends ResultsFrame,
    Omit<RowsDescription, 'isMasked' | 'scope' | 'scopeInStatus' | 'arrangement' | 'isAggregate'> {
  readonly phase: ResultsState['phase'];
  readonly rev: number;
  /** Without one every state is about other rows. */
  readonly dataRev?: number;
  readonly isMasked?: boolean;
  readonly scope?: string;
  readonly scopeInStatus?: boolean;
  readonly arrangement?: RowsDescription['arrangement'];
  readonly isAggregate?: boolean;
  readonly notice?: Notice;
  readonly rows?: readonly (readonly Cell[])[];
  readonly activeCell?: RowsState['activeCell'] & {};
  readonly progress?: RowsState['progress'] & {};
}

function stateOf(of: FakeState): ResultsState {
  const { rev, status, detail, request, can, target, columns, rowCount, firstRowNumber, totalRows } = of;
  const frame = {
    rev,
    dataRev: of.dataRev ?? rev,
    status,
    detail,
    can,
    ...(target ? { target } : {}),
    ...(request ? { request } : {}),
    ...(of.reasons ? { reasons: of.reasons } : {}),
  };
  const description: RowsDescription = {
    columns,
    rowCount,
    firstRowNumber,
    totalRows,
    isMasked: of.isMasked ?? false,
    ...(of.maskedColumns ? { maskedColumns: of.maskedColumns } : {}),
    scope: of.scope ?? '',
    scopeInStatus: of.scopeInStatus ?? false,
    isAggregate: of.isAggregate ?? false,
    arrangement: of.arrangement ?? { sorts: [], filters: [] },
  };
  switch (of.phase) {
    case 'loading':
      return { ...frame, phase: 'loading', ...(rowCount > 0 ? { description } : {}) };
    case 'rows':
      return {
        ...frame,
        phase: 'rows',
        description,
        ...(of.rows ? { firstRows: of.rows } : {}),
        ...(of.activeCell ? { activeCell: of.activeCell } : {}),
        ...(of.progress ? { progress: of.progress } : {}),
        ...(of.notice ? { notice: of.notice } : {}),
      };
    case 'idle':
    case 'none':
    case 'error':
    case 'cancelled':
      return { ...frame, phase: of.phase, notice: of.notice ?? { title: of.phase, text: '', buttons: [] } };
  }
}

export class FakeHost {
  readonly calls: Call[] = [];
  rows: readonly (readonly Cell[])[] = [];
  /** Makes up rows in place of `rows`. */
  makeRow: ((index: number) => readonly Cell[]) | undefined;
  state: FakeState = {
    rev: 1,
    phase: 'idle',
    columns: [],
    rowCount: 0,
    firstRowNumber: 1,
    totalRows: -1,
    status: '',
    detail: '',
    can: nothing,
  };
  /** Holds the answers to `fetchRows` until called. */
  gate: Promise<void> = Promise.resolve();
  /** Whether what is copied comes onto the clipboard. */
  canCopy = true;
  inFlight = 0;
  mostInFlight = 0;
  /** Answers to `fetchRows` are changed by this on their way. */
  spoil: (answer: unknown) => unknown = (answer) => answer;
  /** What is offered beyond pages. */
  tools: Handlers<ResultsTools> | undefined;
  onAction: (action: string) => void = () => undefined;
  /** What was asked and could not be done. */
  readonly failures: { readonly method: string; readonly error: unknown; readonly isAnswered: boolean }[] =
    [];
  private rpc: Rpc<ResultsView> | undefined;

  /** Joins the host to a page's port. */
  readonly connect = (port: Port): void => {
    const note = (method: string) => (params: unknown) => {
      this.calls.push({ method, params });
    };
    const handlers: Handlers<ResultsHost> = {
      ready: (params) => {
        note('ready')(params);
        return stateOf(this.state);
      },
      fetchRows: async (params) => {
        note('fetchRows')(params);
        this.inFlight += 1;
        this.mostInFlight = Math.max(this.mostInFlight, this.inFlight);
        const { rev, seq, from, to } = params;
        const { makeRow } = this;
        const rows = makeRow
          ? Array.from({ length: to - from }, (_, offset) => makeRow(from + offset))
          : this.rows.slice(from, to);
        await this.gate;
        this.inFlight -= 1;
        return this.spoil({ rev, seq, from, rows }) as Awaited<ReturnType<ResultsHost['fetchRows']>>;
      },
      action: (params) => {
        note('action')(params);
        this.onAction(params.action);
      },
      button: note('button'),
      cellText: ({ row, column }) => this.rows[row]?.[column]?.t ?? '',
      copy: (params) => {
        note('copy')(params);
        return this.gate.then(() => this.canCopy);
      },
      focusEditor: note('focusEditor'),
      setActiveCell: note('setActiveCell'),
      setSelectedCells: note('setSelectedCells'),
      reportPaint: note('reportPaint'),
    };
    const { tools } = this;
    this.rpc = createRpc<ResultsView>(
      port,
      {
        ...guardHandlers(resultsHostGuards, handlers),
        ...(tools ? guardHandlers(resultsToolGuards, tools) : {}),
      },
      (method, error, isAnswered) => void this.failures.push({ method, error, isAnswered }),
    );
  };

  called(method: string): unknown[] {
    return this.calls.filter((call) => call.method === method).map((call) => call.params);
  }

  /** Sends a state with the next `rev`; fields not given stay. */
  send(change: Partial<FakeState>): void {
    this.state = { ...this.state, ...change, rev: this.state.rev + 1 };
    this.rpc?.notify('state', stateOf(this.state));
  }

  /** Says what the editor's command says, be it because of Ctrl+F. */
  find(byKey: boolean): void {
    this.rpc?.notify('find', { byKey });
  }

  /** Says that a command asks something. */
  ask(): void {
    this.rpc?.notify('focusQuestion', {});
  }

  /** Shows these rows as a page that begins at `firstRowNumber`. */
  showRows(
    columns: readonly ResultColumn[],
    rows: readonly (readonly Cell[])[],
    change: Partial<FakeState> = {},
  ): void {
    this.rows = rows;
    this.send({
      phase: 'rows',
      columns,
      rowCount: rows.length,
      can: { ...nothing, showAudit: true },
      ...change,
    });
  }
}
