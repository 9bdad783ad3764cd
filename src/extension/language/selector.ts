/** The ID of the `.vaultsql` language, and the selector of its documents. */
import type { DocumentSelector } from 'vscode';

export const languageID = 'vaultsql';
/**
 * Selects all documents of the language: files, untitled, virtual and read-only documents, and notebook cells. It
 * therefore names no URI scheme.
 */
export const selector: DocumentSelector = { language: languageID };
