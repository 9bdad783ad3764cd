/**
 * Number of lines at the top of a file in which the directive `-- vault: <connection>/<vault>` has an effect. It is
 * small so that the directive is in view when the file opens.
 */
export const FIRST_LINE_COUNT = 10;

export function sliceFirstLines(text: string): string {
  const lineBreak = /\r\n|\n|\r/g;
  for (let line = 0; line < FIRST_LINE_COUNT; line++) if (!lineBreak.exec(text)) return text;
  return text.slice(0, lineBreak.lastIndex);
}

export function isOnFirstLines(text: string, offset: number): boolean {
  const lineBreak = /\r\n|\n|\r/g;
  for (let line = 0; line < FIRST_LINE_COUNT; line++) {
    const found = lineBreak.exec(text);
    if (!found || found.index >= offset) return true;
  }
  return false;
}
