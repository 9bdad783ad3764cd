import { DocumentReadings } from './documentReadings.ts';

export type ReadingName = keyof DocumentReadings;
export type ReadingArgs = { readonly [Name in ReadingName]: Parameters<DocumentReadings[Name]> };
export type ReadingResults = { readonly [Name in ReadingName]: ReturnType<DocumentReadings[Name]> };
/** Operations on a document, by name. Arguments and results can be sent between threads. */
export type Readings = {
  readonly [Name in ReadingName]: (...args: ReadingArgs[Name]) => ReadingResults[Name];
};

export const createReadings = (): Readings => new DocumentReadings();

export type ReadingMethods = {
  [Name in ReadingName]: (params: ReadingArgs[Name]) => ReadingResults[Name];
};
