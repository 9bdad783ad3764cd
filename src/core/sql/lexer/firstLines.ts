/** The lines of a text that can name its vault, by the directive `-- vault: <connection>/<vault>`. */

/** So few that the directive is visible; whitespace, comments and statements may be before it. */
export const firstLineCount = 10;

/** The first lines of a text. */
export function firstLines(text: string): string {
  const lineBreak = /\r\n|\n|\r/g;
  for (let line = 0; line < firstLineCount; line++) if (!lineBreak.exec(text)) return text;
  return text.slice(0, lineBreak.lastIndex);
}

/** Whether an offset is on one of the first lines of a text. */
export function isOnFirstLines(text: string, offset: number): boolean {
  const lineBreak = /\r\n|\n|\r/g;
  for (let line = 0; line < firstLineCount; line++) {
    const found = lineBreak.exec(text);
    if (!found || found.index >= offset) return true;
  }
  return false;
}
