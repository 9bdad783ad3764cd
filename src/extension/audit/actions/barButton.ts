import type { AuditBarButton, AuditMode, AuditState } from '../../../protocol/audit.ts';

export interface DisplayedRows extends Pick<AuditState, 'marks' | 'mode' | 'phase' | 'rowCount'> {
  readonly mayLoadOlder: boolean;
  readonly canGoBack: boolean;
}

export interface BarControls {
  show(mode: AuditMode): void;
  toggleMarked(): void;
  refresh(): Promise<unknown>;
  goBack(): Promise<unknown>;
  loadOlder(): Promise<unknown>;
  loadAllOlder(): Promise<unknown>;
  export(): Promise<unknown>;
  openTab(): void;
}

export interface BarButton {
  readonly place: `${'modes' | 'display' | 'trail'}@${number}`;
  readonly icon?: string;
  label(rows: DisplayedRows): string;
  /** Whether the label is also displayed beside the icon. */
  readonly hasText?: true;
  readonly isOn?: (rows: DisplayedRows) => boolean;
  readonly isEnabled?: (rows: DisplayedRows) => boolean;
  readonly isVisible?: (rows: DisplayedRows) => boolean;
  readonly opens?: AuditBarButton['opens'];
  /** Absent if the webview runs the action itself. */
  readonly run?: (controls: BarControls) => unknown;
}
