import * as vscode from 'vscode';
import {
  type Draft,
  type LastStep,
  parseVaultAddress,
  signInKindOf,
} from '../../../core/service/connections/draft.ts';
import { getPastedSecretKind } from '../../../core/service/connections/signInKinds.ts';
import { countMaxTestRequests } from '../../../core/service/connections/testSteps.ts';
import { findSecretProblem } from '../signIn/secret.ts';
import type { Question } from './form.ts';

export const TEST_LATER = 'later';

const MAX_REQUESTS = countMaxTestRequests([{ id: '', name: '' }]);

/** Returns the question of the last step: a prompt for the secret, or the choice whether to test the connection. */
export function createLastStepQuestion(field: LastStep, draft: Draft): Question {
  return field === 'test' ? createTestQuestion(draft) : createSecretQuestion(draft);
}

function createSecretQuestion(draft: Draft): Question {
  const kind = signInKindOf(draft);
  const isClient = getPastedSecretKind(kind) === 'clientSecret';
  const baseUrl = parseVaultAddress(draft.baseUrl ?? '')?.baseUrl ?? draft.baseUrl ?? '';
  const kept = isClient
    ? vscode.l10n.t('Stored in the editor’s secret storage and sent only to the sign-in server.')
    : vscode.l10n.t('Stored in the editor’s secret storage and sent only to {0}.', new URL(baseUrl).origin);
  const test = vscode.l10n.t(
    'The test that follows lists audit events, in at most {0} requests. Each may create another event.',
    MAX_REQUESTS,
  );
  return {
    kind: 'text',
    label: isClient ? vscode.l10n.t('Client secret') : vscode.l10n.t('Access token'),
    prompt: [kept, ...(draft.accountID ? [test] : [])].join(' '),
    placeHolder: '',
    isSecret: true,
    check: (value) => findSecretProblem(kind, value),
  };
}

const createTestQuestion = ({ accountID }: Draft): Question => ({
  kind: 'pick',
  label: vscode.l10n.t('Test'),
  placeHolder: vscode.l10n.t('Each request lists one audit event and may create another'),
  items: [
    ...(accountID
      ? [
          {
            label: vscode.l10n.t('Save and Test'),
            description: vscode.l10n.t('At most {0} requests for audit events, no query', MAX_REQUESTS),
            value: 'test',
          },
        ]
      : []),
    { label: vscode.l10n.t('Save'), description: vscode.l10n.t('Nothing is sent'), value: TEST_LATER },
  ],
});
