/** The type of the buttons in the bar of the audit table. */
import type { AuditBarButton, AuditMode, AuditState } from '../../../protocol/audit.ts';

/** What the audit table displays, as far as buttons in its bar depend on it. */
export interface DisplayedRows extends Pick<AuditState, 'marks' | 'mode' | 'phase' | 'rowCount'> {
  /** Whether older events can be requested, and no request is pending. */
  readonly mayLoadOlder: boolean;
  /** Whether there are events that were displayed before and can be displayed again without a request. */
  readonly canGoBack: boolean;
}

/** The functions that buttons in the bar of the audit table call. */
export interface BarControls {
  show(mode: AuditMode): void;
  /**
   * Removes the filter by marks if it is set. Otherwise sets it, or tells the user that no event is marked.
   * Other filters stay.
   */
  toggleMarked(): void;
  refresh(): Promise<unknown>;
  goBack(): Promise<unknown>;
  loadOlder(): Promise<unknown>;
  loadAllOlder(): Promise<unknown>;
  /** Exports what the table displays. */
  export(): Promise<unknown>;
  openTab(): void;
}

export interface BarButton {
  /**
   * The position in the bar as `group@order`. The group `modes` is left of the search box; `display` and `trail` are
   * right of it, before and after the button that selects columns.
   */
  readonly place: `${'modes' | 'display' | 'trail'}@${number}`;
  /** Name of the codicon; undefined if the button has the icon of the action. */
  readonly icon?: string;
  label(rows: DisplayedRows): string;
  /** True if the label is displayed beside the icon, not only in the tooltip. */
  readonly hasText?: true;
  /** Returns whether a toggle button is on. Absent from other buttons. */
  readonly isOn?: (rows: DisplayedRows) => boolean;
  /** Returns whether the button is enabled. Absent from a button that always is. */
  readonly isEnabled?: (rows: DisplayedRows) => boolean;
  /** Returns whether the button is visible. Absent from a button that always is. */
  readonly isVisible?: (rows: DisplayedRows) => boolean;
  /** What the button opens, such as a tab; undefined if it opens nothing. */
  readonly opens?: AuditBarButton['opens'];
  /** Runs the button's action. Absent if the webview runs it without the extension host. */
  readonly run?: (controls: BarControls) => unknown;
}
