const tabStop = (order: number, text: string): string => `\${${order}:${text}}`;
const columnTabStop = (order: number): string => tabStop(order, 'column_name');
const tableTabStop = (order: number): string => tabStop(order, 'table_name');

export const statementSnippets: readonly { readonly label: string; readonly snippet: string }[] = [
  {
    label: 'SELECT … FROM … WHERE',
    snippet: `SELECT ${columnTabStop(2)}\nFROM ${tableTabStop(1)}\nWHERE ${columnTabStop(3)} = ${tabStop(4, 'value')};$0`,
  },
  {
    label: 'SELECT … FROM … LIMIT',
    snippet: `SELECT ${columnTabStop(2)}\nFROM ${tableTabStop(1)}\nLIMIT ${tabStop(3, '25')};$0`,
  },
  { label: 'SELECT COUNT(*)', snippet: `SELECT COUNT(*)\nFROM ${tableTabStop(1)};$0` },
  {
    label: 'SELECT … JOIN … ON',
    snippet: `SELECT a.${columnTabStop(5)}, b.${columnTabStop(6)}\nFROM ${tableTabStop(1)} a\nJOIN ${tableTabStop(2)} b ON b.${columnTabStop(4)} = a.${columnTabStop(3)};$0`,
  },
];

/**
 * Returns a snippet, in the editor's syntax, that calls a function. `levels` are offered for the second argument of
 * REDACTION. Other functions do not use them.
 */
export const callSnippet = (name: string, levels: readonly string[]): string =>
  name === 'REDACTION' ? `${name}(${columnTabStop(1)}, '\${2|${levels.join()}|}')$0` : `${name}($1)$0`;
