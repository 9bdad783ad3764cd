import * as vscode from 'vscode';
import type { OpenedFile } from '../../core/audit/feed/feedState.ts';

/** Where a filter is evaluated: by the service, or over the events that are loaded. */
export type EvaluationPlace = 'service' | 'local';

interface PlaceWords {
  /** The name of the place beside a filter, e.g. “server”. */
  readonly name: string;
  /** The heading of filters that are evaluated there, e.g. “On the server”. */
  readonly heading: string;
}

/** Returns the words by which the side panel, the table, and the list of filters name a place. */
export function placeWords(place: EvaluationPlace): PlaceWords {
  switch (place) {
    case 'service':
      return { name: vscode.l10n.t('server'), heading: vscode.l10n.t('On the server') };
    case 'local':
      return { name: vscode.l10n.t('loaded events'), heading: vscode.l10n.t('In loaded events') };
  }
}

/**
 * Returns the words for the place where filters that the service does not apply are evaluated: over the loaded events,
 * or in ClickHouse if `file` is a table there.
 */
export const localPlaceWords = (file: OpenedFile | undefined): PlaceWords =>
  file?.table
    ? { name: vscode.l10n.t('table'), heading: vscode.l10n.t('In the table') }
    : placeWords('local');
