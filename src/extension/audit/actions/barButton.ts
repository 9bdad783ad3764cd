/** A button in the bar of the audit table, as an entry of the table of actions on the trail describes it. */
import type { AuditBarButton, AuditMode, AuditState } from '../../../protocol/audit.ts';

/** What the audit table displays, as far as buttons in its bar depend on it. */
export interface DisplayedRows extends Pick<AuditState, 'marks' | 'mode' | 'phase' | 'rowCount'> {
  /** Whether older events can be requested, and no request is pending. */
  readonly mayLoadOlder: boolean;
}

/** What buttons in the bar do. The table displays the outcome itself and keeps the keyboard focus. */
export interface BarControls {
  show(mode: AuditMode): void;
  /** Shows only the marked events, or all events if only the marked ones are displayed. */
  toggleMarked(): void;
  refresh(): Promise<unknown>;
  loadOlder(): Promise<unknown>;
  /** Exports what the table displays. */
  export(): Promise<unknown>;
  openTab(): void;
}

export interface BarButton {
  /**
   * The position in the bar as `group@order`. The group `modes` is left of the search box; `display` and `trail` are right of
   * it, before and after the button for columns.
   */
  readonly place: `${'modes' | 'display' | 'trail'}@${number}`;
  /** Name of the codicon; undefined if it is that of the command. */
  readonly icon?: string;
  label(rows: DisplayedRows): string;
  /** True if the label is displayed beside the icon, not only in the tooltip. */
  readonly hasText?: true;
  /** Whether a button that switches something is on; undefined for other buttons. */
  readonly isOn?: (rows: DisplayedRows) => boolean;
  /** Whether the button is enabled; undefined if it always is. */
  readonly isEnabled?: (rows: DisplayedRows) => boolean;
  /** Whether the button is visible; undefined if it always is. */
  readonly isVisible?: (rows: DisplayedRows) => boolean;
  /** See `AuditBarButton.opens`. */
  readonly opens?: AuditBarButton['opens'];
  /** Undefined if the webview does it without the host. */
  readonly run?: (controls: BarControls) => unknown;
}
