/** The ID of the `.vaultsql` language, and the selector of its documents. */
import type { DocumentSelector } from 'vscode';

export const LANGUAGE_ID = 'vaultsql';
/**
 * Selects all documents of the language: files, untitled, virtual and read-only documents, and notebook cells. It
 * therefore names no URI scheme.
 */
export const DOCUMENT_SELECTOR: DocumentSelector = { language: LANGUAGE_ID };
