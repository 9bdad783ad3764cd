/** The bundle `dist/features.cjs`: puts the parts together and brings the features up. */
import * as vscode from 'vscode';
import { registerAuditTable } from './auditTable/register.ts';
import { createClipboard } from './clipboard.ts';
import type { Commands } from './commands.ts';
import { createCredentials } from './credentials.ts';
import type { Deps } from './deps.ts';
import { disposableStore } from './disposables.ts';
import { loadLanguage, registerAuditLazily, registerLanguageLazily } from './lazy.ts';
import { createLinks } from './links.ts';
import { registerLocalVault } from './localVault/register.ts';
import { createLog } from './log.ts';
import { createMessages } from './messages.ts';
import { registerResults } from './results/register.ts';
import { createService } from './service.ts';
import { createSettings } from './settings.ts';
import { createTargets } from './targets.ts';
import { registerVaults } from './vaults/register.ts';

export function startFeatures(context: vscode.ExtensionContext, commands: Commands): vscode.Disposable {
  const store = disposableStore();
  const log = store.add(createLog());
  const messages = createMessages();
  const settings = store.add(createSettings());
  const credentials = store.add(createCredentials(context.secrets));
  const targets = store.add(createTargets(settings, context.workspaceState));
  const links = store.add(createLinks());
  const service = store.add(createService(settings, credentials));
  commands.onDefect((id, error) => {
    log.defect(id, error);
    void messages.error(
      vscode.l10n.t('Vault SQL could not finish “{0}”. This is a defect in the extension.', id),
      { label: vscode.l10n.t('Show Log'), run: () => log.show() },
    );
  });
  const forgetting = store.add(new vscode.EventEmitter<void>());
  const clipboard = store.add(createClipboard(settings.clearClipboardAfterSeconds));
  const deps: Deps = {
    ...{ context, commands, settings, targets, credentials, log, messages, links, clipboard },
    language: loadLanguage,
    client: service.client,
    onForget: forgetting.event,
    forget: () => forgetting.fire(),
    answered: undefined,
    audit: undefined,
  };
  const features = [
    registerLanguageLazily,
    registerVaults,
    registerResults,
    registerAuditLazily,
    registerAuditTable,
    registerLocalVault,
  ];
  for (const register of features) store.add(register(deps));
  return store;
}
