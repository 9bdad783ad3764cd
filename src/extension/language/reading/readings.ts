/**
 * Operations on a whole document, run in the caller's thread or, for large documents, in that of `reader`. No vscode.
 */
import { DocumentReadings } from './documentReadings.ts';

export type ReadingName = keyof DocumentReadings;
export type ReadingArgs = { readonly [Name in ReadingName]: Parameters<DocumentReadings[Name]> };
export type ReadingResults = { readonly [Name in ReadingName]: ReturnType<DocumentReadings[Name]> };
/**
 * All operations on a document. The first argument is its text. Arguments and results can be sent between threads.
 */
export type Readings = {
  readonly [Name in ReadingName]: (...args: ReadingArgs[Name]) => ReadingResults[Name];
};

/**
 * Creates the operations with a cache of the last few documents, so that little is read again after each keystroke.
 */
export const createReadings = (): Readings => new DocumentReadings();

/** The operations as methods of the worker thread. The arguments are sent as a list. */
export type ReadingMethods = {
  [Name in ReadingName]: (params: ReadingArgs[Name]) => ReadingResults[Name];
};
