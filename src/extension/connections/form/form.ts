import * as vscode from 'vscode';
import type { Draft, FieldName, LastStep } from '../../../core/service/connections/draft.ts';
import { createDisposableStore } from '../../app/disposables.ts';
import { setPrompt, setValidationMessage } from '../../platform/dialogs.ts';

export type ValidationMessage = string | vscode.InputBoxValidationMessage | undefined;

interface TextQuestion {
  readonly kind: 'text';
  /**
   * Name of the value to enter. It is displayed in the title of the box, not in the prompt, because the editor replaces
   * the prompt with the message from `check`.
   */
  readonly label: string;
  readonly prompt: string;
  readonly placeHolder: string;
  readonly check: (value: string) => ValidationMessage;
  /** True for a secret, which is hidden while the user types and keeps whitespace at its ends. */
  readonly isSecret?: boolean;
  readonly browse?: vscode.OpenDialogOptions;
  readonly action?: vscode.QuickInputButton & { run(): unknown };
}
interface PickQuestion {
  readonly kind: 'pick';
  readonly label: string;
  readonly placeHolder: string;
  readonly items: readonly (vscode.QuickPickItem & { readonly value: string })[];
  readonly defaultValue?: string;
}
export type Question = TextQuestion | PickQuestion;

/** A step of a form: a field of the draft, or the last step, whose value is not part of the draft. */
type FormField = FieldName | LastStep;

interface Form<Field extends FormField = FormField> {
  readonly title: string;
  /**
   * Returns the form's steps in order. It is called again after each step, because a value may change the steps that
   * follow.
   */
  readonly fields: (draft: Draft) => readonly Field[];
  readonly question: (field: Field, draft: Draft) => Question;
  readonly canGoBack: boolean;
  /** Called with the draft after each question, even if the user left the question. */
  readonly saveDraft: (draft: Draft) => void;
}

export type FormOutcome =
  | { readonly kind: 'done'; readonly draft: Draft; readonly last?: string }
  | { readonly kind: 'back' }
  | { readonly kind: 'left' };

interface Answer {
  readonly kind: 'next' | 'back' | 'left';
  readonly value: string;
}

interface StepHeader {
  readonly title: string;
  readonly step: number | undefined;
  readonly totalSteps: number | undefined;
  readonly canGoBack: boolean;
}

/**
 * Asks the questions of a form one after the other, with the values of `start` filled in. Returns `back` if the user
 * went back from the first question, and `left` if the user closed a question.
 */
export async function promptForFormFields<Field extends FormField>(
  form: Form<Field>,
  start: Draft,
): Promise<FormOutcome> {
  let draft = start;
  let last = '';
  for (let at = 0; ; ) {
    const fields = form.fields(draft);
    const field = fields[at];
    if (field === undefined)
      return at < 0 ? { kind: 'back' } : { kind: 'done', draft, ...(last && { last }) };
    const question = form.question(field, draft);
    const isOnly = fields.length === 1;
    const place = {
      title: vscode.l10n.t('{0}: {1}', form.title, question.label),
      step: isOnly ? undefined : at + 1,
      totalSteps: isOnly ? undefined : fields.length,
      canGoBack: at > 0 || form.canGoBack,
    };
    // The last step starts empty, also after a step back. The user may have changed the address or the kind of sign-in,
    // and a token that was entered before must not be sent there.
    const isLast = field === 'secret' || field === 'test';
    const { kind, value } = await showQuestion(question, isLast ? '' : (draft[field] ?? ''), place);
    if (isLast) last = value;
    else draft = { ...draft, [field]: value };
    form.saveDraft(draft);
    if (kind === 'left') return { kind };
    at += kind === 'next' ? 1 : -1;
  }
}

const showQuestion = (question: Question, value: string, header: StepHeader): Promise<Answer> =>
  question.kind === 'text' ? promptForText(question, value, header) : promptForItem(question, value, header);

const isBlocking = (problem: ValidationMessage): boolean =>
  typeof problem === 'string' || problem?.severity === vscode.InputBoxValidationSeverity.Error;

function promptForText(question: TextQuestion, value: string, header: StepHeader): Promise<Answer> {
  const store = createDisposableStore();
  const box = store.add(vscode.window.createInputBox());
  const browse: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon('folder-opened'),
    tooltip: vscode.l10n.t('Choose a file'),
  };
  box.title = header.title;
  box.step = header.step;
  box.totalSteps = header.totalSteps;
  setPrompt(box, question.prompt);
  box.placeholder = question.placeHolder;
  box.value = value;
  box.password = question.isSecret ?? false;
  box.ignoreFocusOut = true;
  box.buttons = [
    ...(header.canGoBack ? [vscode.QuickInputButtons.Back] : []),
    ...(question.browse ? [browse] : []),
    ...(question.action ? [question.action] : []),
  ];
  return new Promise((resolve) => {
    // True while the editor's file dialog is open. The dialog hides the box, but the user has not left the question.
    let isBrowsing = false;
    const getValue = (): string => (question.isSecret ? box.value : box.value.trim());
    const finish = (kind: Answer['kind']): void => {
      resolve({ kind, value: getValue() });
      store.dispose();
    };
    const check = (): ValidationMessage => {
      const problem = question.check(getValue());
      setValidationMessage(box, problem);
      return problem;
    };
    const chooseFile = async (): Promise<void> => {
      isBrowsing = true;
      const [file] = (await vscode.window.showOpenDialog(question.browse)) ?? [];
      isBrowsing = false;
      if (file) box.value = file.fsPath;
      box.show();
      check();
    };
    store.add(box.onDidChangeValue(check));
    store.add(
      box.onDidAccept(() => {
        if (!isBlocking(check())) finish('next');
      }),
    );
    store.add(
      box.onDidTriggerButton((button) => {
        if (button === browse) return chooseFile();
        return button === question.action ? question.action.run() : finish('back');
      }),
    );
    store.add(
      box.onDidHide(() => {
        if (!isBrowsing) finish('left');
      }),
    );
    box.show();
  });
}

function promptForItem(question: PickQuestion, value: string, header: StepHeader): Promise<Answer> {
  const store = createDisposableStore();
  const pick = store.add(vscode.window.createQuickPick<PickQuestion['items'][number]>());
  pick.title = header.title;
  pick.step = header.step;
  pick.totalSteps = header.totalSteps;
  pick.placeholder = question.placeHolder;
  pick.items = question.items;
  pick.activeItems = question.items.filter((item) => item.value === (value || question.defaultValue));
  pick.ignoreFocusOut = true;
  pick.buttons = header.canGoBack ? [vscode.QuickInputButtons.Back] : [];
  return new Promise((resolve) => {
    const finish = (kind: Answer['kind'], chosen = value): void => {
      resolve({ kind, value: chosen });
      store.dispose();
    };
    store.add(
      pick.onDidAccept(() => {
        const [item] = pick.selectedItems;
        if (item) finish('next', item.value);
      }),
    );
    store.add(pick.onDidTriggerButton(() => finish('back')));
    store.add(pick.onDidHide(() => finish('left')));
    pick.show();
  });
}
