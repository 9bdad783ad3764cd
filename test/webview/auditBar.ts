import type { AuditBarButton, AuditState, BarGroup } from '../../src/protocol/audit.ts';

/** The buttons in the bar as the product's own host sends them, which needs the editor; a test compares both. */
export function auditBar({
  marks,
  mode,
  phase,
  rowCount,
}: Pick<AuditState, 'marks' | 'mode' | 'phase' | 'rowCount'>): readonly AuditBarButton[] {
  const button = (
    name: string,
    group: BarGroup,
    order: number,
    label: string,
    more: Partial<AuditBarButton> = {},
  ): AuditBarButton => ({
    id: `vaultsql.audit.${name}`,
    group,
    order,
    label,
    enabled: true,
    visible: true,
    ...more,
  });
  const isEvents = mode === 'events';
  return [
    button('refresh', 'tools', 7, 'Refresh', { icon: 'refresh' }),
    button('goBack', 'tools', 5, 'Back to the previous events (no request)', {
      icon: 'arrow-left',
      visible: false,
    }),
    button('loadOlder', 'tools', 6, 'Load older events', { icon: 'fold-down', text: 'Load older' }),
    button('loadAllOlder', 'menu', 4, 'Load all older events (1 request per page)'),
    button('showTable', 'modes', 1, 'Events', { icon: 'history', text: 'Events', pressed: isEvents }),
    button('openTableInTab', 'menu', 5, 'Open in tab', { opens: 'tab' }),
    button('whoReadWhat', 'modes', 2, 'Who read what', {
      icon: 'organization',
      text: 'Who read what',
      pressed: !isEvents,
    }),
    button('showOdd', 'menu', 1, 'What’s unusual here', {
      enabled: phase === 'events' && rowCount > 0,
      visible: isEvents,
      opens: 'unusualValues',
    }),
    button('showMarked', 'tools', 1, `Show marked events only (${marks?.count ?? 0})`, {
      icon: 'star-full',
      pressed: marks?.only === true,
      visible: marks !== undefined && (marks.count > 0 || marks.only),
    }),
    button('export', 'tools', 8, 'Export', { icon: 'export', text: 'Export', enabled: rowCount > 0 }),
  ];
}
