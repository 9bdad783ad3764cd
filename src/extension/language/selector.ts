/** The language's ID, and the documents that its features are for. */
import type { DocumentSelector } from 'vscode';

export const languageID = 'vaultsql';
/** No scheme: untitled, virtual and read-only documents and notebook cells are ours as well as files. */
export const selector: DocumentSelector = { language: languageID };
