/** Where the browser leads back to the editor. */
import * as vscode from 'vscode';
import type { SignInServer } from '../../../core/service/connections/auth.ts';
import { type Redirect, redirectPath } from '../../../node/signIn/redirect.ts';

const ownLink = (extension: string, path: string): string => `${vscode.env.uriScheme}://${extension}${path}`;

const isInBrowser = (): boolean => vscode.env.uiKind === vscode.UIKind.Web;

/** The address to register at a sign-in server; undefined where the editor has none that stays. */
export const redirectAddress = (extension: string, server: SignInServer): string | undefined =>
  isInBrowser() ? undefined : ownLink(extension, redirectPath(server));

/** The address for one sign-in. A browser opens no link of the editor in another tab: there it has a page for them. */
export async function redirectFor(extension: string, path: `/${string}`): Promise<Redirect> {
  const link = ownLink(extension, path);
  if (!isInBrowser()) return { uri: link, hasOwnPath: true };
  const page = await vscode.env.asExternalUri(vscode.Uri.parse(link));
  return { uri: page.toString(true), hasOwnPath: false };
}
