/**
 * Progress, input boxes, and language status. The editor turns `[label](command:…)` into a link that runs the command
 * in notifications, progress notifications, the prompts and validation messages of input boxes, and the details of
 * language status items. These texts may quote a service, a file, or an imported connection, so the functions of this
 * module make such links inert.
 */
import * as vscode from 'vscode';
import { escapeLinks } from './escapeLinks.ts';

type Task<Result> = Parameters<typeof vscode.window.withProgress<Result>>[1];
type Validation = Awaited<ReturnType<NonNullable<vscode.InputBoxOptions['validateInput']>>>;
/** Options of `vscode.window.showInputBox`, but with a synchronous `validateInput`. */
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

/**
 * Prompts for a line of text and returns it; undefined if the user cancels. Links in the prompt and in validation
 * messages are inert.
 */
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

/** Sets the validation message of an input box. Links in the text are inert. */
export function setValidationMessage(box: vscode.InputBox, validation: Validation): void {
  box.validationMessage = escapeValidationLinks(validation) ?? undefined;
}

/** Sets the detail of a language status item. Links in the text are inert. */
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
