import * as vscode from 'vscode';
import { type Sentence, sentenceText } from '../../core/messages/sentence.ts';
import { escapeLinks } from './escapeLinks.ts';

/** Returns the text of a `core/messages` sentence in the display language of the editor. */
export const localizeSentence = (sentence: Sentence): string =>
  sentenceText(sentence, (template, args) => vscode.l10n.t(template, ...args));

export interface Choice {
  readonly label: string;
  run(): unknown;
}

/** Opens notifications and modal dialogs. Links in the texts are inert, because the texts may quote the service. */
export interface Messages {
  info(text: string, ...choices: readonly Choice[]): Promise<void>;
  warn(text: string, ...choices: readonly Choice[]): Promise<void>;
  error(text: string, ...choices: readonly Choice[]): Promise<void>;
  confirm(text: string, detail: string, yes: string): Promise<boolean>;
  /** Shows a modal dialog with the buttons `answers`. Returns the chosen answer; undefined if the user cancels. */
  choose(text: string, detail: string, ...answers: readonly string[]): Promise<string | undefined>;
}

type Show = (text: string, ...labels: string[]) => Thenable<string | undefined>;

/**
 * Creates the functions that show messages. If the action of a notification's button throws, `onDefect` is called with
 * the button's label. If a notification can't be shown, `onDefect` is called with the notification's text.
 */
export function createMessages(onDefect: (button: string, error: unknown) => void): Messages {
  const open = new Set<string>();
  const show = async (how: Show, text: string, choices: readonly Choice[]): Promise<void> => {
    if (open.has(text)) return;
    open.add(text);
    let label: string | undefined;
    try {
      label = await how(escapeLinks(text), ...choices.map((choice) => choice.label));
      await choices.find((choice) => choice.label === label)?.run();
    } catch (error) {
      onDefect(label ?? text, error);
    } finally {
      open.delete(text);
    }
  };
  const choose: Messages['choose'] = async (text, detail, ...answers) =>
    vscode.window.showWarningMessage(
      escapeLinks(text),
      { modal: true, detail: escapeLinks(detail) },
      ...answers,
    );
  return {
    info: (text, ...choices) => show(vscode.window.showInformationMessage, text, choices),
    warn: (text, ...choices) => show(vscode.window.showWarningMessage, text, choices),
    error: (text, ...choices) => show(vscode.window.showErrorMessage, text, choices),
    confirm: async (text, detail, yes) => (await choose(text, detail, yes)) === yes,
    choose,
  };
}
