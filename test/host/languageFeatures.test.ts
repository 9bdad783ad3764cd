import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeAll, diagnosticsOf, eventually, openQuery } from './editor.ts';

/** Opens the text and asks a provider at its caret, as the editor does. */
async function ask<T>(command: string, marked: string, ...more: unknown[]): Promise<T> {
  const { document, selection } = await openQuery(marked);
  return vscode.commands.executeCommand<T>(`vscode.${command}`, document.uri, selection.active, ...more);
}
const labelOf = ({ label }: vscode.CompletionItem): string =>
  typeof label === 'string' ? label : label.label;
const complete = async (marked: string, trigger?: string): Promise<string[]> => {
  const list = await ask<vscode.CompletionList>('executeCompletionItemProvider', marked, trigger);
  return list.items.map(labelOf);
};
/** The text of a hover, as Markdown without its escapes. */
const textOf = (contents: vscode.Hover['contents']): string =>
  contents
    .map((part) => (typeof part === 'string' ? part : part.value))
    .join('\n')
    .replaceAll('\\', '');
const dialect = () => vscode.workspace.getConfiguration('vaultsql.dialect');

describe('language features', () => {
  // The language comes up after the first document has opened.
  before(async () => {
    const { document } = await openQuery('SELECT a FROM t ORDER BY a');
    await diagnosticsOf(document, 1);
    await closeAll();
  });
  afterEach(closeAll);

  it('complete keywords, and columns that the workspace’s files name', async () => {
    // The language comes up after the first document has opened.
    const keywords = await eventually('completion', async () => {
      const list = await ask<vscode.CompletionList>(
        'executeCompletionItemProvider',
        'SELECT a FROM t x LEFT |',
      );
      const found = list.items.filter(({ kind }) => kind === vscode.CompletionItemKind.Keyword);
      return found.length > 0 && found.map(labelOf);
    });
    assert.deepEqual(keywords, ['JOIN', 'OUTER JOIN']);
    const columns = await eventually('columns of the sample files', async () => {
      await closeAll();
      const found = await complete('SELECT | FROM credit_cards');
      return found.includes('card_number') && found;
    });
    assert.ok(columns.includes('brand') && !columns.includes('ssn'), columns.join(', '));
    assert.ok((await complete('SELECT a FROM |')).includes('persons'));
  });

  it('complete odd names: readable in the list, inserted as they are, with where they were seen', async () => {
    const long = `"${'x'.repeat(10_000)}"`;
    const odd = ['"a.b"', '"say ""hi"""', '"אבג"', '" "', '"one\nline"'];
    const { document, selection } = await openQuery(
      `SELECT ${[...odd, long].join(', ')} FROM ${long};\n\nSELECT | FROM ${long}`,
    );
    const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
      'vscode.executeCompletionItemProvider',
      document.uri,
      selection.active,
      undefined,
      100,
    );
    const columns = items.filter(({ kind }) => kind === vscode.CompletionItemKind.Field);
    assert.deepEqual(columns.map(({ insertText }) => insertText).toSorted(), [...odd, long].toSorted());
    for (const { label, detail } of columns) {
      const { label: shown, description = '' } = typeof label === 'string' ? { label } : label;
      assert.ok(shown.length <= 101 && description.length <= 101, shown);
      assert.doesNotMatch(shown, /\n/);
      assert.match(detail ?? '', /^From: /);
    }
  });

  it('complete the levels of REDACTION inside the quotes, by themselves', async () => {
    const levels = await complete("SELECT REDACTION(ssn, '|') FROM persons", "'");
    assert.deepEqual(
      levels.filter((label) => label.startsWith("'")),
      ["'DEFAULT'", "'MASKED'", "'PLAIN_TEXT'", "'REDACTED'"].toSorted(),
    );
  });

  it('complete columns of the settings, and mark what a condition must not hold', async () => {
    const rules = { secrets: { transientTokenization: ['token_column'] } };
    await dialect().update('columns', rules, vscode.ConfigurationTarget.Global);
    try {
      const list = await ask<vscode.CompletionList>(
        'executeCompletionItemProvider',
        'SELECT a FROM secrets WHERE |',
      );
      const item = list.items.find((one) => labelOf(one) === 'token_column');
      assert.deepEqual(item?.tags, [vscode.CompletionItemTag.Deprecated]);
      const hovers = await ask<vscode.Hover[]>('executeHoverProvider', 'SELECT token_|column FROM secrets');
      assert.match(hovers.map(({ contents }) => textOf(contents)).join('\n'), /Transient tokenization/);
    } finally {
      await dialect().update('columns', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it('hover: what a construct does and the rule on it, as text that nothing can act in', async () => {
    const hovers = await ask<vscode.Hover[]>(
      'executeHoverProvider',
      'SELECT a FROM t LEFT OUT|ER JOIN u ON a = b',
    );
    const [first] = hovers;
    assert.ok(first);
    assert.match(
      textOf(first.contents),
      /LEFT OUTER JOIN[\s\S]*keeps unmatched rows[\s\S]*The vault supports it/,
    );
    for (const part of first.contents) {
      assert.ok(part instanceof vscode.MarkdownString && !part.isTrusted && !part.supportHtml);
    }
    // The titles of quick fixes contain no value; the hover has the new text as the user would get it.
    const fixes = await ask<vscode.Hover[]>('executeHoverProvider', 'SELECT a FROM t WHERE income >|= 50000');
    assert.match(
      textOf(fixes.flatMap(({ contents }) => contents)),
      /Rewritten:[\s\S]*NOT \(income < 50000\)/,
    );
    const marks = await ask<vscode.Hover[]>('executeHoverProvider', 'SELECT up|per(a) FROM t');
    assert.match(textOf(marks[0]?.contents ?? []), /Text in uppercase\./);
    // A supported word may be marked where it is: nothing of it is about other databases.
    for (const [text, count, word, isRuled] of [
      ['SELECT a FROM t WHERE a IN (SEL|ECT b FROM u)', 2, 'SELECT', false],
      ['SELECT a FROM t WHERE a IN (SELECT b FR|OM u)', 2, 'FROM', true],
      ['SELECT a, FR|OM t', 1, 'FROM', false],
    ] as const) {
      const { document } = await openQuery(text.replace('|', ''));
      await diagnosticsOf(document, count);
      const [hover] = await vscode.commands.executeCommand<vscode.Hover[]>(
        'vscode.executeHoverProvider',
        document.uri,
        document.positionAt(text.indexOf('|')),
      );
      const said = textOf(hover?.contents ?? []);
      assert.ok(said.includes(word), `${text}: ${said}`);
      assert.doesNotMatch(said, /In other databases/, text);
      assert.equal(said.includes('The vault supports it.'), isRuled, text);
    }
    const { document: refused } = await openQuery('SELECT a FROM t ORDER BY a');
    await diagnosticsOf(refused, 1);
    const [order] = await vscode.commands.executeCommand<vscode.Hover[]>(
      'vscode.executeHoverProvider',
      refused.uri,
      new vscode.Position(0, 18),
    );
    assert.match(textOf(order?.contents ?? []), /In other databases/);
    const hostile = await ask<vscode.Hover[]>(
      'executeHoverProvider',
      'SELECT a FROM "[x](command:y)" WHERE "[x](command:y)".a|aa = 1',
    );
    assert.match(textOf(hostile[0]?.contents ?? []), /```vaultsql\n"\[x\]\(command:y\)"\.aaa\n```/);
  });

  it('signature help in a call', async () => {
    const help = await ask<vscode.SignatureHelp>(
      'executeSignatureHelpProvider',
      'SELECT REDACTION(ssn, |) FROM t',
      '(',
    );
    const active = help.signatures[help.activeSignature];
    assert.deepEqual([active?.label, help.activeParameter], ['REDACTION(column, level)', 1]);
  });

  it('symbols, folding and growing selections', async () => {
    const { document } = await openQuery('SELECT a\nFROM persons;\n\n/* a\nb */\nSELECT b FROM cards;');
    const symbols = await vscode.commands.executeCommand<vscode.DocumentSymbol[]>(
      'vscode.executeDocumentSymbolProvider',
      document.uri,
    );
    assert.deepEqual(
      symbols.map(({ name, range }) => [name, range.start.line]),
      [
        ['persons', 0],
        ['cards', 5],
      ],
    );
    const folds = await vscode.commands.executeCommand<vscode.FoldingRange[]>(
      'vscode.executeFoldingRangeProvider',
      document.uri,
    );
    assert.deepEqual(
      folds.map(({ start, end, kind }) => [start, end, kind]),
      [
        [0, 1, undefined],
        [3, 4, vscode.FoldingRangeKind.Comment],
      ],
    );
    const [selection] = await vscode.commands.executeCommand<vscode.SelectionRange[]>(
      'vscode.executeSelectionRangeProvider',
      document.uri,
      [new vscode.Position(1, 7)],
    );
    assert.equal(document.getText(selection?.range), 'persons');
    assert.equal(document.getText(selection?.parent?.range), 'FROM persons');
  });

  it('format the document, a range, and the statement that a semicolon ends', async () => {
    const editor = await openQuery('select  a from t;\nselect  b from u where x=1');
    const { document } = editor;
    const options: vscode.FormattingOptions = { tabSize: 2, insertSpaces: true };
    const formatted = async (command: string, ...more: unknown[]): Promise<string> => {
      const edits = await vscode.commands.executeCommand<vscode.TextEdit[] | undefined>(
        `vscode.${command}`,
        document.uri,
        ...more,
        options,
      );
      let text = document.getText();
      for (const { range, newText } of [...(edits ?? [])].reverse()) {
        text =
          text.slice(0, document.offsetAt(range.start)) + newText + text.slice(document.offsetAt(range.end));
      }
      return text;
    };
    assert.equal(
      await formatted('executeFormatDocumentProvider'),
      'SELECT a\nFROM t;\nSELECT b\nFROM u\nWHERE x = 1',
    );
    assert.equal(
      await formatted('executeFormatRangeProvider', new vscode.Range(1, 0, 1, 3)),
      'select  a from t;\nSELECT b\nFROM u\nWHERE x = 1',
    );
    assert.equal(
      await formatted('executeFormatOnTypeProvider', new vscode.Position(0, 17), ';'),
      'SELECT a\nFROM t;\nselect  b from u where x=1',
    );
  });

  it('lenses: run, count where that is possible, and what a LIMIT costs', async () => {
    const { document } = await openQuery(
      'SELECT a FROM t LIMIT 60;\nSELECT COUNT(*) FROM t;\nDELETE FROM t;\nSELECT a FROM t ORDER BY a;\nSELECT a FROM t',
    );
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
      'vscode.executeCodeLensProvider',
      document.uri,
    );
    assert.deepEqual(
      lenses.map(({ range, command }) => `${range.start.line} ${command?.title}`),
      [
        '0 $(play)\u00a0Run',
        '0 Count rows',
        '0 LIMIT 60 → 3 requests',
        '1 $(play)\u00a0Run',
        // The vault refuses ORDER BY and DELETE for certain: neither is ever sent.
        '4 $(play)\u00a0Run',
        '4 Count rows',
      ],
    );
  });

  it('rename an alias, and nothing else', async () => {
    const { document } = await openQuery('SELECT p.a FROM persons p WHERE p.b = 1; SELECT p.c FROM other p');
    const rename = (column: number, name: string): Thenable<vscode.WorkspaceEdit> =>
      vscode.commands.executeCommand(
        'vscode.executeDocumentRenameProvider',
        document.uri,
        new vscode.Position(0, column),
        name,
      );
    const edit = await rename(7, 'q');
    assert.deepEqual(
      edit.get(document.uri).map(({ range, newText }) => [range.start.character, newText]),
      [
        [7, 'q'],
        [24, 'q'],
        [32, 'q'],
      ],
    );
    await assert.rejects(Promise.resolve(rename(17, 'q')), /Only aliases/);
    await assert.rejects(Promise.resolve(rename(7, 'select')), /Invalid alias/);
  });

  it('highlight the places of a name, and colour names that are spelled like keywords', async () => {
    const { document } = await openQuery('SELECT t.offset FROM t WHERE t.offset = 1 LIMIT 5');
    const highlights = await vscode.commands.executeCommand<vscode.DocumentHighlight[]>(
      'vscode.executeDocumentHighlights',
      document.uri,
      new vscode.Position(0, 10),
    );
    assert.deepEqual(
      highlights.map(({ range }) => range.start.character),
      [9, 31],
    );
    const tokens = await vscode.commands.executeCommand<vscode.SemanticTokens>(
      'vscode.provideDocumentSemanticTokens',
      document.uri,
    );
    assert.equal(tokens.data.length / 5, 2);
  });

  it('a keyword that is being typed is not red; after a while, or when the caret leaves, it is', async () => {
    /** After that many milliseconds without a change it is red, wherever the caret is. */
    const idleMs = 1_000;
    // As a person does: the caret moves with the text.
    const type = async (editor: vscode.TextEditor, text: string, character: number): Promise<number> => {
      editor.selection = new vscode.Selection(0, character, 0, character);
      const typed = performance.now();
      await vscode.commands.executeCommand('type', { text });
      return typed;
    };
    const clean = await openQuery('SELECT a FROM t x ;|');
    await diagnosticsOf(clean.document, 0);
    const begun = await type(clean, 'WHE', 18);
    await diagnosticsOf(clean.document, 1);
    assert.ok(performance.now() - begun >= idleMs, 'red while typing');
    // The caret must have done it, not the pause, which on a busy machine may be over first: then it is tried again.
    await eventually('red once the caret has left', async () => {
      const editor = await openQuery('SELECT a FROM t x WHE ;');
      await diagnosticsOf(editor.document, 1);
      const typed = await type(editor, 'R', 21);
      await diagnosticsOf(editor.document, 0);
      editor.selection = new vscode.Selection(0, 3, 0, 3);
      await diagnosticsOf(editor.document, 1);
      return performance.now() - typed < idleMs;
    });
  });

  it('work in documents of a virtual file system that cannot be written, and in notebook cells', async () => {
    const scheme = 'vaultsql-test';
    const text = Buffer.from('SELECT a FROM t ORDER BY a');
    const changes = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
    const refuse = (): never => {
      throw vscode.FileSystemError.NoPermissions();
    };
    const files = vscode.workspace.registerFileSystemProvider(
      scheme,
      {
        onDidChangeFile: changes.event,
        watch: () => new vscode.Disposable(() => undefined),
        stat: () => ({ type: vscode.FileType.File, ctime: 0, mtime: 0, size: text.length }),
        readFile: () => text,
        readDirectory: () => [],
        createDirectory: refuse,
        writeFile: refuse,
        delete: refuse,
        rename: refuse,
      },
      { isReadonly: true },
    );
    try {
      const uri = vscode.Uri.parse(`${scheme}:/folder/query.vaultsql`);
      const document = await vscode.workspace.openTextDocument(uri);
      const cell = new vscode.NotebookCellData(vscode.NotebookCellKind.Code, text.toString(), 'vaultsql');
      const notebook = await vscode.workspace.openNotebookDocument(
        'jupyter-notebook',
        new vscode.NotebookData([cell]),
      );
      for (const opened of [document, notebook.cellAt(0).document]) {
        assert.equal(opened.languageId, 'vaultsql');
        const [found] = await diagnosticsOf(opened, 1);
        assert.equal(found?.code, 'unsupported-keyword');
        const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
          'vscode.executeHoverProvider',
          opened.uri,
          new vscode.Position(0, 18),
        );
        assert.match(textOf(hovers[0]?.contents ?? []), /ORDER BY/);
      }
    } finally {
      files.dispose();
      changes.dispose();
    }
  });

  it('the hint on literals is given until the settings turn it off', async () => {
    const { document } = await openQuery('SELECT a FROM t WHERE b = 1');
    const [hint] = await diagnosticsOf(document, 1);
    assert.equal(hint?.code, 'literal-in-audit-log');
    await dialect().update('literalHints', false, vscode.ConfigurationTarget.Global);
    try {
      await diagnosticsOf(document, 0);
    } finally {
      await dialect().update('literalHints', undefined, vscode.ConfigurationTarget.Global);
    }
    await diagnosticsOf(document, 1);
  });

  it('a large document: nothing hangs, and what is not checked says so', async () => {
    const statement = 'SELECT a FROM t WHERE b = 1;\n';
    const { document } = await openQuery(statement.repeat(75_000));
    const [found] = await diagnosticsOf(document, 1);
    assert.match(found?.message ?? '', /larger than 2 MB/);
  });
});
