import * as vscode from 'vscode';
import type { SignInServer } from '../../../core/service/connections/auth.ts';
import { createRedirectPath, type Redirect } from '../../../node/signIn/redirect.ts';

const createExtensionLink = (extension: string, path: string): string =>
  `${vscode.env.uriScheme}://${extension}${path}`;

const isEditorInBrowser = (): boolean => vscode.env.uiKind === vscode.UIKind.Web;

/**
 * Returns the redirect address to register at a sign-in server. Undefined if the editor runs in a browser, where the
 * address varies.
 */
export const createRedirectAddress = (extension: string, server: SignInServer): string | undefined =>
  isEditorInBrowser() ? undefined : createExtensionLink(extension, createRedirectPath(server));

export async function createRedirect(extension: string, path: `/${string}`): Promise<Redirect> {
  const link = createExtensionLink(extension, path);
  if (!isEditorInBrowser()) return { uri: link, hasServerSpecificPath: true };
  const page = await vscode.env.asExternalUri(vscode.Uri.parse(link));
  return { uri: page.toString(true), hasServerSpecificPath: false };
}
