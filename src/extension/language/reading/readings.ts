/**
 * The operations on a document, such as checking and formatting. They do not use the editor's API, so that a worker
 * thread can run them.
 */
import { DocumentReadings } from './documentReadings.ts';

export type ReadingName = keyof DocumentReadings;
export type ReadingArgs = { readonly [Name in ReadingName]: Parameters<DocumentReadings[Name]> };
export type ReadingResults = { readonly [Name in ReadingName]: ReturnType<DocumentReadings[Name]> };
/**
 * All operations on a document, by name. The first argument of each is the document's text. Arguments and results can
 * be sent between threads.
 */
export type Readings = {
  readonly [Name in ReadingName]: (...args: ReadingArgs[Name]) => ReadingResults[Name];
};

/** Creates the operations, which cache recent results. */
export const createReadings = (): Readings => new DocumentReadings();

/** The operations as methods of the worker thread. Each takes its arguments as one array. */
export type ReadingMethods = {
  [Name in ReadingName]: (params: ReadingArgs[Name]) => ReadingResults[Name];
};
