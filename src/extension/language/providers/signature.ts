import * as vscode from 'vscode';
import { constructSentences, getSignatures } from '../../../core/messages/constructs.ts';
import { localizeSentence } from '../../platform/messages.ts';
import { appendPlainParagraph, createSafeMarkdown } from '../positions.ts';
import type { DocumentReader } from '../reading/reader.ts';
import { DOCUMENT_SELECTOR } from '../selector.ts';

export function registerSignature(reader: DocumentReader): vscode.Disposable {
  return vscode.languages.registerSignatureHelpProvider(
    DOCUMENT_SELECTOR,
    {
      async provideSignatureHelp(document, position, token, context) {
        const call = await reader.read('callAt', document.getText(), document.offsetAt(position));
        if (!call || token.isCancellationRequested) return undefined;
        const help = new vscode.SignatureHelp();
        const { description } = constructSentences(call.name, true);
        help.signatures = getSignatures(call.name).map(({ label, parameters }) => {
          const signature = new vscode.SignatureInformation(label);
          if (description)
            signature.documentation = appendPlainParagraph(
              createSafeMarkdown(),
              localizeSentence(description),
            );
          signature.parameters = parameters.map(
            (parameter) => new vscode.ParameterInformation(parameter.label, localizeSentence(parameter.text)),
          );
          return signature;
        });
        const fits = help.signatures.findIndex(({ parameters }) => parameters.length > call.argument);
        // The active signature, which the user may have selected, stays active if it has a parameter for the argument.
        const chosen = context.activeSignatureHelp?.activeSignature ?? -1;
        const staysFit = (help.signatures[chosen]?.parameters.length ?? 0) > call.argument;
        help.activeSignature = staysFit ? chosen : Math.max(0, fits);
        help.activeParameter = call.argument;
        return help;
      },
    },
    { triggerCharacters: ['(', ','], retriggerCharacters: [','] },
  );
}
