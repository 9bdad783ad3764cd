import * as vscode from 'vscode';
import type { DelimitedOptions } from '../../../core/results/export/delimited.ts';
import { type ExportFormat, exportFormats, formatFacts } from '../../../core/results/export/formats.ts';

/** Which rows: those on screen in their order there, all that are loaded, or those selected. */
const rowChoices = ['shown', 'loaded', 'selection'] as const;
export type RowChoice = (typeof rowChoices)[number];

/** What the person decided about the file. */
export interface ExportChoices {
  readonly format: ExportFormat;
  readonly options: DelimitedOptions;
  /** Whether a file beside it says what was exported, from where and when. */
  readonly manifest: boolean;
}

interface FormatText {
  readonly label: string;
  readonly detail: string;
}
const formatTexts = (): Readonly<Record<ExportFormat, FormatText>> => ({
  csv: { label: 'CSV', detail: vscode.l10n.t('Comma-separated, for spreadsheets and databases') },
  tsv: { label: 'TSV', detail: vscode.l10n.t('Tab-separated') },
  json: {
    label: 'JSON',
    detail: vscode.l10n.t('One list of objects; numbers exactly as received'),
  },
  ndjson: { label: 'NDJSON', detail: vscode.l10n.t('One JSON object on each line') },
  markdown: { label: 'Markdown', detail: vscode.l10n.t('A table to paste into a note') },
  xlsx: {
    label: 'Excel (XLSX)',
    detail: vscode.l10n.t('Numbers that Excel would round become text'),
  },
  parquet: { label: 'Parquet', detail: vscode.l10n.t('Typed columns; absent values become NULL') },
});

/** The format's name as people know it. */
export const formatLabel = (format: ExportFormat): string => formatTexts()[format].label;

/** `title` says what of. Undefined when the person leaves. */
export async function pickFormat(title: string): Promise<ExportFormat | undefined> {
  const texts = formatTexts();
  const picked = await vscode.window.showQuickPick(
    exportFormats.map(({ format }) => ({ ...texts[format], format })),
    { title, matchOnDetail: true },
  );
  return picked?.format;
}

type OptionID = 'header' | 'guardFormulas' | 'bom' | 'nullText' | 'absentText' | 'manifest';
interface OptionItem extends vscode.QuickPickItem {
  readonly id: OptionID;
}

function optionItems(format: ExportFormat): readonly OptionItem[] {
  const delimited: readonly OptionItem[] = [
    {
      id: 'header',
      label: vscode.l10n.t('Column names in the first line'),
      picked: true,
    },
    {
      id: 'guardFormulas',
      label: vscode.l10n.t('Guard against formulas'),
      description: vscode.l10n.t('text that begins with = + - or @ gets an apostrophe first'),
      picked: true,
    },
    {
      id: 'bom',
      label: vscode.l10n.t('Byte order mark'),
      description: vscode.l10n.t('Excel needs it to recognize UTF-8'),
    },
  ];
  const placeholders: readonly OptionItem[] = [
    {
      id: 'nullText',
      label: vscode.l10n.t('Write NULL as NULL'),
      description: vscode.l10n.t('otherwise an empty cell'),
    },
    {
      id: 'absentText',
      label: vscode.l10n.t('Write absent values as ABSENT'),
      description: vscode.l10n.t('otherwise an empty cell'),
    },
  ];
  const { options } = formatFacts(format);
  return [
    ...(options === 'delimited' ? delimited : []),
    ...(options === 'none' ? [] : placeholders),
    {
      id: 'manifest',
      label: vscode.l10n.t('Write a manifest next to the file'),
      description: vscode.l10n.t('query with its literals, vault, time, rows, SHA-256'),
    },
  ];
}

/** The format's options, one list to tick; undefined when the person leaves. */
export async function pickOptions(
  format: ExportFormat,
): Promise<Pick<ExportChoices, 'options' | 'manifest'> | undefined> {
  const picked = await vscode.window.showQuickPick([...optionItems(format)], {
    title: vscode.l10n.t('Export as {0}', formatLabel(format)),
    placeHolder: vscode.l10n.t('Press Enter to continue'),
    canPickMany: true,
  });
  if (!picked) return undefined;
  const has = (id: OptionID): boolean => picked.some((item) => item.id === id);
  const options: DelimitedOptions = {
    ...(formatFacts(format).options === 'delimited'
      ? { header: has('header'), guardFormulas: has('guardFormulas'), bom: has('bom') }
      : {}),
    ...(has('nullText') ? { nullText: 'NULL' } : {}),
    ...(has('absentText') ? { absentText: 'ABSENT' } : {}),
  };
  return { options, manifest: has('manifest') };
}

/**
 * Asks whether the values of these columns are written to the file in plain text; undefined if the user cancels.
 * `hasPlainLiterals`: the columns are masked in the file because they may contain literals of audited queries.
 */
export async function askPlain(
  maskedColumns: readonly string[],
  hasPlainLiterals = false,
): Promise<boolean | undefined> {
  const masked = hasPlainLiterals
    ? { label: vscode.l10n.t('Mask all values'), description: vscode.l10n.t('any may contain a literal') }
    : { label: vscode.l10n.t('Masked values stay masked') };
  const picked = await vscode.window.showQuickPick(
    [
      { ...masked, plain: false },
      {
        label: vscode.l10n.t('Write values in plain text'),
        description: vscode.l10n.t('anyone with the file can read them'),
        plain: true,
      },
    ],
    {
      title: hasPlainLiterals
        ? vscode.l10n.t('Literals of queries in the exported rows')
        : maskedTitle(maskedColumns.length),
    },
  );
  return picked?.plain;
}

const maskedTitle = (columns: number): string =>
  columns === 1
    ? vscode.l10n.t('1 column has masked values')
    : vscode.l10n.t('{0} columns have masked values', columns);

/** What a command was given, of which nothing is trusted: keybindings and other extensions may pass anything. */
export interface ExportArguments {
  readonly rows?: RowChoice;
  readonly format?: ExportFormat;
  readonly options: DelimitedOptions;
  readonly manifest?: boolean;
  /** A `vscode.Uri` only, which a link or a keybinding cannot make. */
  readonly uri?: vscode.Uri;
}

/** Reads `{ rows, format, uri, manifest, nullText, absentText, bom, header, guardFormulas }`; what is not fit is left out. */
export function readArguments(value: unknown): ExportArguments {
  if (typeof value !== 'object' || value === null) return { options: {} };
  const given = value as Readonly<Record<string, unknown>>;
  const format = exportFormats.find((one) => one.format === given.format)?.format;
  const texts = (['nullText', 'absentText'] as const).filter((key) => typeof given[key] === 'string');
  const flags = (['bom', 'header', 'guardFormulas'] as const).filter(
    (key) => typeof given[key] === 'boolean',
  );
  const rows = rowChoices.find((one) => one === given.rows);
  return {
    ...(rows ? { rows } : {}),
    ...(format ? { format } : {}),
    ...(given.uri instanceof vscode.Uri ? { uri: given.uri } : {}),
    ...(typeof given.manifest === 'boolean' ? { manifest: given.manifest } : {}),
    options: Object.fromEntries([...texts, ...flags].map((key) => [key, given[key]])),
  };
}
