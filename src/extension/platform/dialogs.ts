/**
 * Progress, input boxes and language status in which links are inert. The editor would turn `[label](command:…)` into a
 * link that runs the command, and these texts may quote a service, a file, or an imported connection.
 */
import * as vscode from 'vscode';
import { escapeLinks } from './escapeLinks.ts';

type Task<Result> = Parameters<typeof vscode.window.withProgress<Result>>[1];
type Validation = Awaited<ReturnType<NonNullable<vscode.InputBoxOptions['validateInput']>>>;
interface InputBoxOptions extends Omit<vscode.InputBoxOptions, 'validateInput'> {
  validateInput?(value: string): Validation;
}

/** Shows progress while `task` runs and returns its result. Links in the title and in reported messages are inert. */
export function showProgress<Result>(options: vscode.ProgressOptions, task: Task<Result>): Thenable<Result> {
  const { title } = options;
  return vscode.window.withProgress(
    { ...options, ...(title !== undefined && { title: escapeLinks(title) }) },
    (progress, cancellation) =>
      task({ report: (step) => progress.report(escapeStepLinks(step)) }, cancellation),
  );
}

export function showInputBox(options: InputBoxOptions): Thenable<string | undefined> {
  const { prompt, validateInput } = options;
  return vscode.window.showInputBox({
    ...options,
    ...(prompt !== undefined && { prompt: escapeLinks(prompt) }),
    ...(validateInput && { validateInput: (value: string) => escapeValidationLinks(validateInput(value)) }),
  });
}

/** Sets the prompt of an input box. Links in the text are inert. */
export function setPrompt(box: vscode.InputBox, prompt: string | undefined): void {
  box.prompt = prompt === undefined ? undefined : escapeLinks(prompt);
}

export function setValidationMessage(box: vscode.InputBox, validation: Validation): void {
  box.validationMessage = escapeValidationLinks(validation) ?? undefined;
}

export function setStatusDetail(item: vscode.LanguageStatusItem, detail: string): void {
  item.detail = escapeLinks(detail);
}

type Step = Parameters<Parameters<Task<unknown>>[0]['report']>[0];

function escapeStepLinks(step: Step): Step {
  return step.message === undefined ? step : { ...step, message: escapeLinks(step.message) };
}

function escapeValidationLinks(validation: Validation): Validation {
  if (typeof validation === 'string') return escapeLinks(validation);
  return validation && { ...validation, message: escapeLinks(validation.message) };
}
