import * as vscode from 'vscode';
import { type Sentence, sentenceText } from '../../core/messages/sentence.ts';

/** Turns a sentence of `core/messages` into the person's language. */
export const localized = (sentence: Sentence): string =>
  sentenceText(sentence, (template, args) => vscode.l10n.t(template, ...args));

export interface Choice {
  readonly label: string;
  run(): unknown;
}

/** Opens the page of `media/help` of that name. */
export const openHelp = (page: string): Choice => ({
  label: vscode.l10n.t('Open Help'),
  run: () => vscode.commands.executeCommand('vaultsql.openHelp', page),
});

/** The only place that opens notifications. At most one of each text is open at a time. */
export interface Messages {
  info(text: string, ...choices: readonly Choice[]): Promise<void>;
  warn(text: string, ...choices: readonly Choice[]): Promise<void>;
  error(text: string, ...choices: readonly Choice[]): Promise<void>;
  /** A modal question; true when the person chose `yes`. */
  confirm(text: string, detail: string, yes: string): Promise<boolean>;
  /** A modal question with several answers; undefined when the person leaves it. */
  choose(text: string, detail: string, ...answers: readonly string[]): Promise<string | undefined>;
}

/**
 * Notifications make `[label](command:…)` a link that runs the command. A text may quote the service, so the form is
 * broken by a zero-width space.
 */
export const withoutLinks = (text: string): string => text.replace(/\](?=\()/g, ']\u200b');

type Show = (text: string, ...labels: string[]) => Thenable<string | undefined>;

export function createMessages(): Messages {
  const open = new Set<string>();
  const show = async (how: Show, text: string, choices: readonly Choice[]): Promise<void> => {
    if (open.has(text)) return;
    open.add(text);
    try {
      const label = await how(withoutLinks(text), ...choices.map((choice) => choice.label));
      await choices.find((choice) => choice.label === label)?.run();
    } finally {
      open.delete(text);
    }
  };
  const choose: Messages['choose'] = async (text, detail, ...answers) =>
    vscode.window.showWarningMessage(
      withoutLinks(text),
      { modal: true, detail: withoutLinks(detail) },
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
