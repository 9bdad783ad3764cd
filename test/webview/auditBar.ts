import type { AuditBarButton, AuditState } from '../../src/protocol/audit.ts';

/** The buttons in the bar as the product's own host sends them, which needs the editor; a test compares both. */
export function auditBar({
  marks,
  mode,
  phase,
  rowCount,
}: Pick<AuditState, 'marks' | 'mode' | 'phase' | 'rowCount'>): readonly AuditBarButton[] {
  const button = (
    name: string,
    place: string,
    icon: string,
    label: string,
    more: Partial<AuditBarButton> = {},
  ): AuditBarButton => ({
    id: `vaultsql.audit.${name}`,
    place,
    icon,
    label,
    hasText: false,
    enabled: true,
    visible: true,
    ...more,
  });
  const isEvents = mode === 'events';
  return [
    button('showOdd', 'display@1', 'telescope', 'What’s unusual here', {
      enabled: phase === 'events' && rowCount > 0,
      visible: isEvents,
      opens: 'unusualValues',
    }),
    button('showMarked', 'display@2', 'star-full', `Show marked events only (${marks?.count ?? 0})`, {
      pressed: marks?.only === true,
      visible: marks !== undefined && (marks.count > 0 || marks.only),
    }),
    button('showTable', 'modes@1', 'history', 'Events', { hasText: true, pressed: isEvents }),
    button('whoReadWhat', 'modes@2', 'eye', 'Who read what', { hasText: true, pressed: !isEvents }),
    button('goBack', 'trail@0', 'discard', 'Back to the previous events (no request)', { visible: false }),
    button('loadOlder', 'trail@1', 'arrow-down', 'Load older events'),
    button('loadAllOlder', 'trail@2', 'fold-down', 'Load all older events (1 request per page)'),
    button('refresh', 'trail@3', 'refresh', 'Refresh'),
    button('export', 'trail@4', 'export', 'Export', { enabled: rowCount > 0 }),
    button('openTableInTab', 'trail@5', 'link-external', 'Open in tab', { opens: 'tab' }),
  ];
}
