import * as vscode from 'vscode';
import type { DelimitedOptions } from '../../../core/results/export/delimited.ts';
import { type ExportFormat, exportFormats, getFormatFacts } from '../../../core/results/export/formats.ts';
import type { FormatChoices, MaskQuestion } from '../../export/exportable.ts';

/** `shown`: the displayed rows in display order. `loaded`: all loaded rows. `selection`: the selected cells. */
const rowChoices = ['shown', 'loaded', 'selection'] as const;
export type RowChoice = (typeof rowChoices)[number];

type OptionID = 'header' | 'guardFormulas' | 'bom' | 'nullText' | 'absentText' | 'manifest';
interface OptionItem extends vscode.QuickPickItem {
  readonly id: OptionID;
}

function createOptionItems(format: ExportFormat): readonly OptionItem[] {
  const delimited: readonly OptionItem[] = [
    {
      id: 'header',
      label: vscode.l10n.t('Column names in the first line'),
      picked: true,
    },
    {
      id: 'guardFormulas',
      label: vscode.l10n.t('Protect against formula injection'),
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
  const { options } = getFormatFacts(format);
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

export async function pickFormatOptions(format: ExportFormat): Promise<FormatChoices | undefined> {
  const picked = await vscode.window.showQuickPick([...createOptionItems(format)], {
    title: vscode.l10n.t('Export as {0}', getFormatFacts(format).label),
    placeHolder: vscode.l10n.t('Press Enter to continue'),
    canPickMany: true,
  });
  if (!picked) return undefined;
  const has = (id: OptionID): boolean => picked.some((item) => item.id === id);
  const options: DelimitedOptions = {
    ...(getFormatFacts(format).options === 'delimited'
      ? { header: has('header'), guardFormulas: has('guardFormulas'), bom: has('bom') }
      : {}),
    ...(has('nullText') ? { nullText: 'NULL' } : {}),
    ...(has('absentText') ? { absentText: 'ABSENT' } : {}),
  };
  return { options, manifest: has('manifest') };
}

/**
 * Returns the question of whether to mask values in the exported file. If `hasPlainLiterals` is true, any value may
 * contain an unmasked literal of an audited query.
 */
export function createMaskQuestion(
  maskedColumns: readonly string[],
  hasPlainLiterals: boolean,
): MaskQuestion {
  return {
    title: hasPlainLiterals
      ? vscode.l10n.t('Literals of queries in the exported rows')
      : formatMaskedColumnsTitle(maskedColumns.length),
    masked: hasPlainLiterals
      ? { label: vscode.l10n.t('Mask all values'), description: vscode.l10n.t('any may contain a literal') }
      : { label: vscode.l10n.t('Masked values stay masked') },
    plain: {
      label: vscode.l10n.t('Write values in plain text'),
      description: vscode.l10n.t('anyone with the file can read them'),
    },
  };
}

const formatMaskedColumnsTitle = (columns: number): string =>
  columns === 1
    ? vscode.l10n.t('1 column has masked values')
    : vscode.l10n.t('{0} columns have masked values', columns);

export interface ExportArguments {
  readonly rows?: RowChoice;
  readonly format?: ExportFormat;
  readonly options: DelimitedOptions;
  readonly manifest?: boolean;
  /** The file to write. Only a `vscode.Uri` is accepted, which a link or a keybinding can't create. */
  readonly uri?: vscode.Uri;
}

/** Reads the argument of the export command. Properties with an invalid value are ignored. */
export function readExportArguments(value: unknown): ExportArguments {
  if (typeof value !== 'object' || value === null) return { options: {} };
  const input = value as Readonly<Record<string, unknown>>;
  const format = exportFormats.find((one) => one.format === input.format)?.format;
  const texts = (['nullText', 'absentText'] as const).filter((key) => typeof input[key] === 'string');
  const flags = (['bom', 'header', 'guardFormulas'] as const).filter(
    (key) => typeof input[key] === 'boolean',
  );
  const rows = rowChoices.find((one) => one === input.rows);
  return {
    ...(rows ? { rows } : {}),
    ...(format ? { format } : {}),
    ...(input.uri instanceof vscode.Uri ? { uri: input.uri } : {}),
    ...(typeof input.manifest === 'boolean' ? { manifest: input.manifest } : {}),
    options: Object.fromEntries([...texts, ...flags].map((key) => [key, input[key]])),
  };
}
