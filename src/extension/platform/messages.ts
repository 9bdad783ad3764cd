import * as vscode from 'vscode';
import { type Sentence, sentenceText } from '../../core/messages/sentence.ts';
import { withoutLinks } from './withoutLinks.ts';

/** Turns a sentence of `core/messages` into the person's language. */
export const localized = (sentence: Sentence): string =>
  sentenceText(sentence, (template, args) => vscode.l10n.t(template, ...args));

/** A button of a message. */
export interface Choice {
  readonly label: string;
  run(): unknown;
}

/**
 * The only place that opens notifications and modal questions. At most one notification of each text is open at a time.
 * Links in the texts, which may quote the service, are inert.
 */
export interface Messages {
  info(text: string, ...choices: readonly Choice[]): Promise<void>;
  warn(text: string, ...choices: readonly Choice[]): Promise<void>;
  error(text: string, ...choices: readonly Choice[]): Promise<void>;
  /** A modal question; true when the person chose `yes`. */
  confirm(text: string, detail: string, yes: string): Promise<boolean>;
  /** A modal question with several answers; undefined when the person leaves it. */
  choose(text: string, detail: string, ...answers: readonly string[]): Promise<string | undefined>;
}

type Show = (text: string, ...labels: string[]) => Thenable<string | undefined>;

/** `onDefect` is called if the work of a button fails: nobody may be waiting for the message that it belongs to. */
export function createMessages(onDefect: (button: string, error: unknown) => void): Messages {
  const open = new Set<string>();
  const show = async (how: Show, text: string, choices: readonly Choice[]): Promise<void> => {
    if (open.has(text)) return;
    open.add(text);
    let label: string | undefined;
    try {
      label = await how(withoutLinks(text), ...choices.map((choice) => choice.label));
      await choices.find((choice) => choice.label === label)?.run();
    } catch (error) {
      onDefect(label ?? text, error);
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
