/** What a feature says of something that can be exported to a file. All else about an export is the same for every feature. */
import type { Chunk } from '../../core/results/export/chunks.ts';
import type { DelimitedOptions } from '../../core/results/export/delimited.ts';
import type { ExportFormat, WriterDeps } from '../../core/results/export/formats.ts';
import type { ParquetBuffer } from '../../core/results/export/parquetFile.ts';
import type { WrittenFile } from '../../core/results/export/run.ts';

/** What the user chose about a format. */
export interface FormatChoices {
  readonly options: DelimitedOptions;
  /** Whether a manifest is written beside the file: what was exported, from where, and when. */
  readonly manifest: boolean;
}

/** All that was decided about a file before it is written. */
export interface ExportChoices<Format extends ExportFormat = ExportFormat> extends FormatChoices {
  readonly format: Format;
  /** Whether what is masked on screen, or may have to be, is masked in the file. */
  readonly isMasked: boolean;
  /** The file's name, without its folder. */
  readonly file: string;
}

/** The question whether a file is masked. */
export interface MaskQuestion {
  readonly title: string;
  readonly masked: { readonly label: string; readonly description?: string };
  readonly plain: { readonly label: string; readonly description: string };
}

/** Content of a file, or a sentence that says why the format can't contain it. */
export type ExportContent =
  | {
      readonly chunks: AsyncIterable<Chunk> | Iterable<Chunk>;
      /** Returns the text of the manifest, once the file is written. */
      readonly manifest: (written: WrittenFile) => string;
      /** Returns sentences about what the file could not contain, once it is written. */
      readonly losses?: () => readonly string[];
    }
  | { readonly refusal: string };

export interface Exportable<Format extends ExportFormat = ExportFormat> {
  /** Title of the list of formats. */
  readonly title: string;
  /** Title of the save dialog, given the label of the format. */
  readonly fileTitle: (label: string) => string;
  /** Formats offered, in this order. The first is also that of a file whose name ends like none of them. */
  readonly formats: readonly Format[];
  /** Proposed name of the file, without its ending. */
  readonly stem: string;
  /** Number of records to write. */
  readonly total: number;
  /** Returns how many records are written so far, such as “50 of 200 rows”. */
  readonly progress: (written: number) => string;
  /** Asks for the options of a format; undefined if the user cancels. */
  readonly askOptions: (format: Format) => Promise<FormatChoices | undefined>;
  /** Returns the question about masked values; undefined if nothing in the file has to be masked. */
  readonly maskQuestion: () => Promise<MaskQuestion | undefined>;
  /** Whether values are masked in a file that a caller names: that caller is not asked. */
  readonly isMaskedUnasked: () => boolean;
  readonly content: <Buffer extends ParquetBuffer>(
    choices: ExportChoices<Format>,
    deps: WriterDeps<Buffer>,
  ) => ExportContent | Promise<ExportContent>;
  /** Returns the sentence for a file that was written. */
  readonly done: (file: string) => string;
  /** Returns the sentence for a failure to read what is exported; undefined if the failure is one of writing. */
  readonly readProblem?: (error: unknown) => string | undefined;
}
