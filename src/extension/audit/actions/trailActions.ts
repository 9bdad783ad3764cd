/**
 * The actions on the audit trail as a whole. `npm run readme` writes their menus and conditions
 * into package.json from this table.
 */
import * as vscode from 'vscode';
import type { Capability } from '../../../core/audit/feed/capabilities.ts';
import type { AuditBarButton, AuditMode } from '../../../protocol/audit.ts';
import type { CommandTable } from '../../app/commands.ts';
import {
  closeFilesAndRestoreOrReload,
  type FileParts,
  openGivenOrPromptedFiles,
} from '../commands/fileCommands.ts';
import {
  clearFiltersAndLoadIfNeeded,
  type FilterParts,
  getFilterNameOfNode,
  loadNewestForAppliedQuestion,
  promptForAndApplyFilters,
  promptForAndApplyLocalFilters,
} from '../commands/filterCommands.ts';
import { goBackToKeptEvents } from '../commands/goBack.ts';
import {
  type LoadParts,
  loadAllOlder,
  loadBackToGivenOrPromptedTime,
  loadNewestOrReadAdditions,
  loadOlderOrNewest,
  promptForGrouping,
} from '../commands/loadCommands.ts';
import { filterByMarkedAndShowView, type MarkParts } from '../commands/markCommands.ts';
import { type NewerEventsParts, showNewerEventsOfService } from '../commands/newerEvents.ts';
import { loadNewestOwnEvents, type OwnEventsParts } from '../commands/queryCommands.ts';
import {
  applyNamedOrPickedView,
  copyAsCurl,
  promptForNameAndSaveView,
  type ShareParts,
} from '../commands/shareCommands.ts';
import { exportEvents } from '../export/exportEvents.ts';
import type { AuditFollower } from '../model/follower.ts';
import { lackingCapabilityText } from '../provenance.ts';
import { openEventsSqlDocument } from '../sql/questionDocuments.ts';
import type { OpenedTables } from '../tables/openedTables.ts';
import type { TreeOptions } from '../views/tree/treeOptions.ts';
import type { Action, ActionID } from './action.ts';
import type { BarButton, BarContext, BarControls } from './barButton.ts';
import type { TrailTrait } from './trailTraits.ts';

export interface DisplayedTable extends Pick<ShareParts['table'], 'look' | 'setLook'> {
  /** Displays the table in this mode and moves the keyboard focus to it. */
  show(mode: AuditMode): Promise<unknown>;
  showUnusual(): Promise<void>;
  /** Displays the events in an editor tab: moves the table there, or brings its tab to the front. */
  openTab(): Promise<unknown>;
  export(to: vscode.Uri): Promise<unknown>;
}

export type TrailActionParts = FileParts &
  FilterParts &
  LoadParts &
  MarkParts &
  NewerEventsParts &
  OwnEventsParts &
  ShareParts & {
    readonly follower: Pick<AuditFollower, 'toggleFollowing'>;
    readonly options: Pick<TreeOptions, 'grouping' | 'setGrouping'>;
    readonly table: DisplayedTable;
    readonly tables: Pick<OpenedTables, 'findLine' | 'openTable' | 'refreshTable' | 'showEventsOfService'>;
  };

type TitlePlace = `navigation@${number}` | Action<never>['place'];

interface TrailAction {
  readonly icon?: string;
  /** Whether menus display a shorter title than the Command Palette. */
  readonly hasShortTitle?: true;
  readonly traits?: readonly TrailTrait[];
  /** What the source of the displayed events must be capable of. Without it, the command is not offered and says why. */
  readonly needs?: Capability;
  /** Whether the command is also disabled without `traits`, so that no key binding can run it. */
  readonly isDisabledWithout?: true;
  /** Further traits without which the Command Palette does not list the command. */
  readonly palette?: readonly TrailTrait[];
  readonly title?: TitlePlace;
  readonly tableTitle?: TitlePlace;
  readonly bar?: BarButton;
  run(parts: TrailActionParts, argument?: unknown): unknown;
}

export const trailActions: Readonly<Record<ActionID, TrailAction>> = {
  'vaultsql.audit.refresh': {
    icon: 'refresh',
    hasShortTitle: true,
    palette: ['available'],
    title: 'navigation@3',
    bar: {
      group: 'tools',
      order: 7,
      label: () => vscode.l10n.t('Refresh'),
      run: (controls) => controls.refresh(),
    },
    run: (parts) => loadNewestOrReadAdditions(parts, 'elsewhere'),
  },
  'vaultsql.audit.filter': {
    icon: 'filter',
    hasShortTitle: true,
    palette: ['available'],
    title: 'navigation@1',
    run: (parts, argument) => promptForAndApplyFilters(parts, 'elsewhere', getFilterNameOfNode(argument)),
  },
  'vaultsql.audit.clearFilters': {
    icon: 'clear-all',
    hasShortTitle: true,
    traits: ['filtered'],
    isDisabledWithout: true,
    title: 'navigation@2',
    run: (parts) => clearFiltersAndLoadIfNeeded(parts),
  },
  'vaultsql.audit.goBack': {
    icon: 'arrow-left',
    hasShortTitle: true,
    traits: ['kept'],
    isDisabledWithout: true,
    title: '2_more@0',
    bar: {
      group: 'tools',
      order: 5,
      label: () => vscode.l10n.t('Back to the previous events (no request)'),
      isVisible: ({ canGoBack }) => canGoBack,
      run: (controls) => controls.goBack(),
    },
    run: (parts) => goBackToKeptEvents(parts),
  },
  'vaultsql.audit.loadOlder': {
    needs: 'older',
    icon: 'fold-down',
    hasShortTitle: true,
    palette: ['loaded'],
    title: '2_more@1',
    bar: {
      group: 'tools',
      order: 6,
      label: () => vscode.l10n.t('Load older events'),
      text: () => vscode.l10n.t('Load older'),
      isEnabled: ({ mayLoadOlder }) => mayLoadOlder,
      run: (controls) => controls.loadOlder(),
    },
    run: (parts) => loadOlderOrNewest(parts, 'elsewhere'),
  },
  'vaultsql.audit.loadAllOlder': {
    needs: 'older',
    icon: 'cloud-download',
    hasShortTitle: true,
    palette: ['requestable'],
    title: '2_more@1',
    bar: {
      group: 'menu',
      order: 4,
      label: () => vscode.l10n.t('Load all older events (1 request per page)'),
      isEnabled: ({ mayLoadOlder }) => mayLoadOlder,
      run: (controls) => controls.loadAllOlder(),
    },
    run: (parts) => loadAllOlder(parts, 'elsewhere'),
  },
  'vaultsql.audit.showTable': {
    icon: 'layout-panel',
    hasShortTitle: true,
    palette: ['available'],
    title: 'navigation@5',
    bar: {
      group: 'modes',
      order: 1,
      icon: 'history',
      label: () => vscode.l10n.t('Events'),
      text: () => vscode.l10n.t('Events'),
      isOn: ({ mode }) => mode === 'events',
      run: (controls) => controls.show('events'),
    },
    run: ({ table }) => table.show('events'),
  },
  'vaultsql.audit.openTableInTab': {
    icon: 'link-external',
    hasShortTitle: true,
    palette: ['available'],
    title: '4_table@2',
    tableTitle: 'navigation@1',
    bar: {
      group: 'menu',
      order: 5,
      label: () => vscode.l10n.t('Open in tab'),
      opens: 'tab',
      run: (controls) => controls.openTab(),
    },
    run: ({ table }) => table.openTab(),
  },
  'vaultsql.audit.whoReadWhat': {
    icon: 'organization',
    palette: ['loaded'],
    title: 'navigation@6',
    bar: {
      group: 'modes',
      order: 2,
      label: () => vscode.l10n.t('Who read what'),
      text: () => vscode.l10n.t('Who read what'),
      isOn: ({ mode }) => mode === 'readers',
      run: (controls) => controls.show('readers'),
    },
    // Scripts and tests pass the file to which the table is exported.
    async run({ table }, argument) {
      const displayed = await table.show('readers');
      return argument instanceof vscode.Uri ? table.export(argument) : displayed;
    },
  },
  'vaultsql.audit.showOdd': {
    palette: ['loaded'],
    bar: {
      group: 'menu',
      order: 1,
      label: () => vscode.l10n.t('What’s unusual here'),
      isEnabled: ({ phase, rowCount }) => phase === 'events' && rowCount > 0,
      isVisible: ({ mode }) => mode === 'events',
      opens: 'unusualValues',
    },
    run: ({ table }) => table.showUnusual(),
  },
  'vaultsql.audit.cancel': {
    hasShortTitle: true,
    traits: ['busy'],
    title: '2_more@4',
    run: ({ model }) => model.requests.cancelRequest(),
  },
  'vaultsql.audit.loadUntil': {
    needs: 'older',
    icon: 'calendar',
    hasShortTitle: true,
    palette: ['requestable'],
    title: '2_more@3',
    run: (parts, argument) => loadBackToGivenOrPromptedTime(parts, argument),
  },
  'vaultsql.audit.groupBy': {
    icon: 'list-tree',
    hasShortTitle: true,
    palette: ['loaded'],
    title: '5_show@0',
    run: ({ options }) => promptForGrouping(options),
  },
  'vaultsql.audit.showLocalTime': {
    icon: 'globe',
    traits: ['utc'],
    isDisabledWithout: true,
    palette: ['timed'],
    title: '5_show@1',
    run: ({ model: { masking } }) => masking.zone() === 'utc' && masking.toggleZone(),
  },
  'vaultsql.audit.showUtc': {
    icon: 'globe',
    traits: ['local'],
    isDisabledWithout: true,
    palette: ['timed'],
    title: '5_show@1',
    run: ({ model: { masking } }) => masking.zone() === 'local' && masking.toggleZone(),
  },
  'vaultsql.audit.maskActors': {
    icon: 'eye-closed',
    traits: ['unmaskedActors'],
    isDisabledWithout: true,
    palette: ['loaded'],
    title: '5_show@2',
    run: ({ model: { masking } }) => !masking.masksActors() && masking.toggleActorMasking(),
  },
  'vaultsql.audit.showActors': {
    icon: 'eye',
    traits: ['maskedActors'],
    isDisabledWithout: true,
    palette: ['loaded'],
    title: '5_show@2',
    run: ({ model: { masking } }) => masking.masksActors() && masking.toggleActorMasking(),
  },
  'vaultsql.audit.follow': {
    needs: 'follow',
    icon: 'broadcast',
    hasShortTitle: true,
    traits: ['unfollowed'],
    palette: ['available'],
    title: 'navigation@4',
    run: ({ follower }) => follower.toggleFollowing(),
  },
  'vaultsql.audit.stopFollowing': {
    icon: 'debug-pause',
    hasShortTitle: true,
    traits: ['followed'],
    isDisabledWithout: true,
    title: 'navigation@4',
    run: ({ follower, model }) => model.state.snapshot().following && follower.toggleFollowing(),
  },
  'vaultsql.audit.filterLoaded': {
    icon: 'filter',
    hasShortTitle: true,
    palette: ['loaded'],
    title: '3_filter@1',
    run: (parts, argument) => promptForAndApplyLocalFilters(parts, getFilterNameOfNode(argument)),
  },
  'vaultsql.audit.askServer': {
    icon: 'cloud',
    hasShortTitle: true,
    palette: ['requestable'],
    title: '3_filter@0',
    run: (parts) => loadNewestForAppliedQuestion(parts, 'elsewhere'),
  },
  'vaultsql.audit.saveFilter': {
    hasShortTitle: true,
    palette: ['loaded'],
    title: '3_filter@3',
    run: (parts) => promptForNameAndSaveView(parts),
  },
  'vaultsql.audit.applyFilter': {
    hasShortTitle: true,
    palette: ['requestable'],
    title: '3_filter@2',
    run: (parts, argument) => applyNamedOrPickedView(parts, 'elsewhere', argument),
  },
  'vaultsql.audit.copyAsCurl': {
    hasShortTitle: true,
    palette: ['requestable'],
    title: '4_copy@1',
    run: (parts) => copyAsCurl(parts),
  },
  'vaultsql.audit.myQueries': {
    icon: 'account',
    hasShortTitle: true,
    palette: ['requestable'],
    title: '3_filter@4',
    run: (parts) => loadNewestOwnEvents(parts),
  },
  'vaultsql.audit.showMarked': {
    icon: 'star-full',
    hasShortTitle: true,
    palette: ['loaded'],
    title: '3_filter@5',
    bar: {
      group: 'tools',
      order: 1,
      label: ({ marks }) => vscode.l10n.t('Show marked events only ({0})', marks?.count ?? 0),
      isOn: ({ marks }) => marks?.only === true,
      isVisible: ({ marks }) => marks !== undefined && (marks.count > 0 || marks.only),
      run: (controls) => controls.toggleMarked(),
    },
    run: (parts) => filterByMarkedAndShowView(parts),
  },
  'vaultsql.audit.export': {
    icon: 'export',
    hasShortTitle: true,
    palette: ['loaded'],
    title: '6_file@1',
    bar: {
      group: 'tools',
      order: 8,
      label: () => vscode.l10n.t('Export'),
      text: () => vscode.l10n.t('Export'),
      isEnabled: ({ rowCount }) => rowCount > 0,
      run: (controls) => controls.export(),
    },
    run: (parts, argument) => exportEvents(parts, argument instanceof vscode.Uri ? argument : undefined),
  },
  'vaultsql.audit.askInSql': {
    needs: 'sql',
    hasShortTitle: true,
    palette: ['loaded'],
    title: '6_file@3',
    run: () => openEventsSqlDocument(),
  },
  'vaultsql.audit.import': {
    icon: 'folder-opened',
    hasShortTitle: true,
    title: '6_file@2',
    run: (parts, argument) => openGivenOrPromptedFiles(parts, argument),
  },
  'vaultsql.audit.openTrail': {
    icon: 'server',
    hasShortTitle: true,
    palette: ['requestable'],
    title: '6_file@4',
    tableTitle: '1_source@1',
    run: async ({ table, tables }, argument) => (await tables.openTable(argument)) && table.show('events'),
  },
  'vaultsql.audit.newerEvents': {
    hasShortTitle: true,
    traits: ['ofTable'],
    isDisabledWithout: true,
    title: '6_file@5',
    tableTitle: '1_source@2',
    run: (parts) => showNewerEventsOfService(parts),
  },
  'vaultsql.audit.closeFiles': {
    icon: 'close',
    traits: ['ofFile'],
    isDisabledWithout: true,
    title: 'navigation@4',
    run: (parts) => closeFilesAndRestoreOrReload(parts),
  },
};

export const createTrailCommands = (parts: TrailActionParts): CommandTable =>
  Object.fromEntries(
    Object.entries(trailActions).map(([id, { run, needs }]) => [
      id,
      (argument: unknown) =>
        needs === undefined || parts.model.state.capabilities().has(needs)
          ? run(parts, argument)
          : parts.messages.info(lackingCapabilityText(needs)),
    ]),
  );

/** A map, because the IDs come from a webview. */
const inBar = new Map(
  Object.entries(trailActions).flatMap(([id, { icon, bar }]) =>
    bar ? [[id, { icon, ...bar }] as const] : [],
  ),
);

export const barButtons = (rows: BarContext): readonly AuditBarButton[] =>
  [...inBar].map(([id, { group, order, icon, label, text, isOn, isEnabled, isVisible, opens }]) => ({
    id,
    group,
    order,
    ...(icon !== undefined && group !== 'menu' ? { icon } : {}),
    label: label(rows),
    ...(text ? { text: text() } : {}),
    ...(isOn ? { pressed: isOn(rows) } : {}),
    enabled: isEnabled?.(rows) ?? true,
    visible: isVisible?.(rows) ?? true,
    ...(opens ? { opens } : {}),
  }));

/**
 * Runs the action of a button in the bar of the audit table. Does nothing if there is no such
 * button or if the webview runs its action.
 */
export const runBarButton = (id: string, controls: BarControls): unknown => inBar.get(id)?.run?.(controls);
