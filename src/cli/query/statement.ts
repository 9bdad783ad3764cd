/** Chooses the statement of a file, and checks it before anything is sent. */
import { errorCode } from '../../core/messages/thrownErrors.ts';
import type { SchemaFile } from '../../core/schema/schemaFile.ts';
import { collectNamesOfText } from '../../core/sql/editor/schemaIndex.ts';
import { type PreparedQuery, prepareQuery } from '../../core/sql/execution/preparedQuery.ts';
import { splitStatements } from '../../core/sql/lexer/statements.ts';
import type { Finding } from '../../core/sql/lint/findings.ts';
import type { CheckOptions } from '../../core/sql/lint/options.ts';
import { shiftRange } from '../../core/sql/syntax/ranges.ts';
import { ArgumentError } from '../options.ts';
import { createSchemaOptions, decodeText, describeReadFailure } from '../sqlFiles.ts';
import { CancelledError, type QueryIO } from './queryIO.ts';
import type { QuerySettings } from './queryOptions.ts';

/** Returns the name of the statement's file for messages. */
export const nameFile = (file: string): string => (file === '-' ? 'Standard input' : file);

/** Reads the text of the file. Throws an ArgumentError if it can't be read, or is not a text, and a CancelledError. */
export async function readStatementFile(file: string, io: Pick<QueryIO, 'readFile'>): Promise<string> {
  let bytes: Uint8Array;
  try {
    bytes = await io.readFile(file);
  } catch (error) {
    if (errorCode(error) === 'ABORT_ERR') throw new CancelledError();
    throw new ArgumentError(`${nameFile(file)} ${describeReadFailure(error)}.`);
  }
  const text = decodeText(bytes);
  if (text === undefined) throw new ArgumentError(`${nameFile(file)} is not a text file.`);
  return text;
}

export interface ChosenStatement {
  readonly file: string;
  readonly fileText: string;
  /** Where the statement starts in `fileText`, in UTF-16 code units. */
  readonly offset: number;
  readonly text: string;
}

/** Returns the only statement of the file, or the one that the options name. */
export function chooseStatement(
  { file, statement }: Pick<QuerySettings, 'file' | 'statement'>,
  fileText: string,
): ChosenStatement {
  const all = splitStatements(fileText);
  if (all.length === 0) throw new ArgumentError(`${nameFile(file)} has no statement.`);
  if (all.length > 1 && statement === undefined)
    throw new ArgumentError(`${nameFile(file)} has ${all.length} statements. Choose one with --statement N.`);
  const chosen = all[(statement ?? 1) - 1];
  if (!chosen)
    throw new ArgumentError(
      `${nameFile(file)} has ${all.length === 1 ? '1 statement' : `${all.length} statements`}; --statement ${statement} does not exist.`,
    );
  return {
    file,
    fileText,
    offset: chosen.start,
    text: fileText.slice(chosen.start, chosen.end),
  };
}

interface CheckedStatement {
  readonly query: PreparedQuery;
  /** Findings with offsets in the text of the file. */
  readonly findings: readonly Finding[];
  readonly options: CheckOptions;
}

/** Checks the statement with the rules of its vault, named as in `QueryTarget.name`. */
export function checkStatement(
  { text, offset, fileText }: ChosenStatement,
  {
    allow,
    schemaFile,
    vault,
    service,
  }: {
    readonly allow: readonly string[];
    readonly schemaFile: SchemaFile | undefined;
    readonly vault: string | undefined;
    /** What is known of the service; undefined if it was not checked. */
    readonly service: CheckOptions['service'];
  },
): CheckedStatement {
  const options: CheckOptions = {
    allow,
    service,
    schema: collectNamesOfText(fileText, -1, allow),
    ...createSchemaOptions(schemaFile, vault),
  };
  const query = prepareQuery(text, options);
  return {
    query,
    findings: query.findings.map((finding) => shiftRange(finding, offset)),
    options,
  };
}

/**
 * Returns the query with the values of its placeholders. Throws an ArgumentError if a value is missing, or if there is a
 * value for a placeholder that the statement does not have.
 */
export function fillPlaceholders(
  query: PreparedQuery,
  { values }: Pick<QuerySettings, 'values'>,
): PreparedQuery {
  const names = new Set(query.placeholders);
  const unknown = Object.keys(values).find((name) => !names.has(name));
  if (unknown !== undefined) throw new ArgumentError(`The statement has no placeholder :${unknown}.`);
  const missing = query.placeholders.filter((name) => !(name in values));
  if (missing.length > 0)
    throw new ArgumentError(
      `The statement has placeholders without a value: ${missing.join(', ')}. Use --set NAME=VALUE.`,
    );
  return query.replacePlaceholders(values);
}
