import type { AuditBarButton, AuditMode, AuditState, BarGroup } from '../../../protocol/audit.ts';

export interface BarContext extends Pick<AuditState, 'marks' | 'mode' | 'phase' | 'rowCount'> {
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
  readonly group: BarGroup;
  readonly order: number;
  /** The icon in the bar, if it is not that of the command. */
  readonly icon?: string;
  label(rows: BarContext): string;
  /** The text beside the icon, a part of the label. */
  text?(): string;
  readonly isOn?: (rows: BarContext) => boolean;
  readonly isEnabled?: (rows: BarContext) => boolean;
  readonly isVisible?: (rows: BarContext) => boolean;
  readonly opens?: AuditBarButton['opens'];
  /** Absent if the webview runs the action itself. */
  readonly run?: (controls: BarControls) => unknown;
}
