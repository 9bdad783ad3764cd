/** The product's own webviews over pages that tests make up: nothing may fail between the two. */
import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { Uri } from './fakeVscode.ts';
import './withVscode.ts';

const { Webviews } = await import('../../../src/extension/platform/webview.ts');

export const webviewsOf = (): InstanceType<typeof Webviews> =>
  new Webviews(Uri.file('/') as unknown as vscode.Uri, (what, { name }) => assert.fail(`${what}: ${name}`));
