/** What is read of a whole document; here, or in the thread of `reader` where the document is large. No vscode. */
import { DocumentReadings } from './documentReadings.ts';

export type ReadingName = keyof DocumentReadings;
export type ReadingArgs = { readonly [Name in ReadingName]: Parameters<DocumentReadings[Name]> };
export type ReadingResults = { readonly [Name in ReadingName]: ReturnType<DocumentReadings[Name]> };
/** Each takes the document's text first. Arguments and results can be sent from thread to thread. */
export type Readings = {
  readonly [Name in ReadingName]: (...args: ReadingArgs[Name]) => ReadingResults[Name];
};

/** Readings that keep what they know of the last few documents, so that typing in one costs little. */
export const createReadings = (): Readings => new DocumentReadings();

/** The readings as calls to the thread: their arguments are sent as a list. */
export type ReadingMethods = {
  [Name in ReadingName]: (params: ReadingArgs[Name]) => ReadingResults[Name];
};
