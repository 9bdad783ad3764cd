import type { DocumentSelector } from 'vscode';

export const LANGUAGE_ID = 'vaultsql';
/** Selects all documents of the language. No URI scheme is named, so that untitled and virtual ones are included. */
export const DOCUMENT_SELECTOR: DocumentSelector = { language: LANGUAGE_ID };
