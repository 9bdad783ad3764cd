import type * as vscode from 'vscode';
import { registerAudit } from './audit/register.ts';
import { createCredentials } from './credentials.ts';
import type { Deps } from './deps.ts';
import { loadLanguage, registerLanguageLazily } from './lazy.ts';
import { registerLocalVault } from './localVault/register.ts';
import { createLog } from './log.ts';
import { createMessages } from './messages.ts';
import { registerResults } from './results/register.ts';
import { createService } from './service.ts';
import { createSettings } from './settings.ts';
import { createTargets } from './targets.ts';
import { registerVaults } from './vaults/register.ts';

/** Composes and registers; nothing is awaited, loaded or sent before the person does something. */
export function activate(context: vscode.ExtensionContext): void {
  const log = createLog();
  const settings = createSettings();
  const credentials = createCredentials(context.secrets);
  const targets = createTargets(settings, context.workspaceState);
  const service = createService(settings, credentials);
  const deps: Deps = {
    context,
    settings,
    targets,
    credentials,
    log,
    messages: createMessages(),
    language: loadLanguage,
    client: service.client,
    answered: undefined,
  };
  context.subscriptions.push(log, settings, credentials, targets, service);
  const features = [
    registerLanguageLazily,
    registerVaults,
    registerResults,
    registerAudit,
    registerLocalVault,
  ];
  context.subscriptions.push(...features.map((register) => register(deps)));
}
