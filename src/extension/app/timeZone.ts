import * as vscode from 'vscode';

export type Zone = 'local' | 'utc';

/** The zone that times are shown in, in all features alike. For this window only. */
export interface TimeZone extends vscode.Disposable {
  current(): Zone;
  toggle(): void;
  readonly onDidChange: vscode.Event<void>;
}

/** UTC, until the person says so. */
export function createTimeZone(): TimeZone {
  const changes = new vscode.EventEmitter<void>();
  let zone: Zone = 'utc';
  return {
    current: () => zone,
    toggle() {
      zone = zone === 'utc' ? 'local' : 'utc';
      changes.fire();
    },
    onDidChange: changes.event,
    dispose: () => changes.dispose(),
  };
}
