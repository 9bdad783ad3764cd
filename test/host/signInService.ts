/** The service of `pagedService.ts`, and a connection to it in the user's settings. */
import * as vscode from 'vscode';
import { type PagedService, ROWS, startPagedService } from '../localVault/signIn/pagedService.ts';
import { command, openQuery, type Summary } from './editor.ts';

export interface SignInService extends PagedService {
  /** Makes the one connection, `far`, of the user's settings. */
  connect(auth: object): Thenable<void>;
  /** Runs a query for all rows, of which the first page comes. */
  run(): Promise<Summary>;
}

export async function startSignInService(): Promise<SignInService> {
  const service = await startPagedService();
  const configure = (value: unknown): Thenable<void> =>
    vscode.workspace
      .getConfiguration()
      .update('vaultsql.connections', value, vscode.ConfigurationTarget.Global);
  return Object.assign(service, {
    connect: (auth: object) => configure([service.connection(auth)]),
    async run() {
      await openQuery(`-- vault: far/v1\nSELECT id FROM per|sons LIMIT ${ROWS}`);
      return command<Summary>('query.run');
    },
  });
}
