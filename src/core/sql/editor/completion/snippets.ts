/** Builds snippets for whole statements and function calls, in the editor's snippet syntax. */

/** Returns tab stop number `order` of a snippet, with `text` as its placeholder. */
const field = (order: number, text: string): string => `\${${order}:${text}}`;
const column = (order: number): string => field(order, 'column_name');
const table = (order: number): string => field(order, 'table_name');

export const statementSnippets: readonly { readonly label: string; readonly snippet: string }[] = [
  {
    label: 'SELECT … FROM … WHERE',
    snippet: `SELECT ${column(2)}\nFROM ${table(1)}\nWHERE ${column(3)} = ${field(4, 'value')};$0`,
  },
  {
    label: 'SELECT … FROM … LIMIT',
    snippet: `SELECT ${column(2)}\nFROM ${table(1)}\nLIMIT ${field(3, '25')};$0`,
  },
  { label: 'SELECT COUNT(*)', snippet: `SELECT COUNT(*)\nFROM ${table(1)};$0` },
  {
    label: 'SELECT … JOIN … ON',
    snippet: `SELECT a.${column(5)}, b.${column(6)}\nFROM ${table(1)} a\nJOIN ${table(2)} b ON b.${column(4)} = a.${column(3)};$0`,
  },
];

/** Returns a snippet that calls the function `name`. `levels` are the levels offered for the argument of REDACTION. */
export const callSnippet = (name: string, levels: readonly string[]): string =>
  name === 'REDACTION' ? `${name}(${column(1)}, '\${2|${levels.join()}|}')$0` : `${name}($1)$0`;
