/** Cuts the text of a JSON list into those of its items, without reading what they are. */

export interface ListCutter {
  /** The next piece of what follows the list's opening bracket. */
  push(text: string): void;
  /** `after`: what follows the list's end, undefined where it has none; `rest`: then what was begun of an item. */
  finish(): { readonly after: string | undefined; readonly rest: string };
}

const [quote, backslash, comma] = [34, 92, 44];
const [openBracket, closeBracket, openBrace, closeBrace] = [91, 93, 123, 125];

/** `onItem` gets the text of each item, blanks around it included; that of an item that is missing is blank. */
export function createListCutter(onItem: (text: string) => void): ListCutter {
  let rest = '';
  let depth = 0;
  let isInString = false;
  let isEscaped = false;
  let count = 0;
  let after: string | undefined;

  function item(text: string, isLast: boolean): void {
    // An empty list has no item; after a comma there must be one.
    if (isLast && count === 0 && text.trim() === '') return;
    count++;
    onItem(text);
  }

  function scan(text: string): void {
    let from = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (isInString) {
        if (isEscaped) isEscaped = false;
        else if (code === backslash) isEscaped = true;
        else if (code === quote) isInString = false;
      } else if (code === quote) isInString = true;
      else if (code === openBrace || code === openBracket) depth++;
      else if (code === closeBrace || (code === closeBracket && depth > 0)) depth--;
      else if (code === closeBracket || (code === comma && depth === 0)) {
        item(rest + text.slice(from, at), code === closeBracket);
        rest = '';
        from = at + 1;
        if (code === comma) continue;
        after = text.slice(from);
        return;
      }
    }
    rest += text.slice(from);
  }

  return {
    push(text) {
      if (after === undefined) scan(text);
      else after += text;
    },
    finish: () => ({ after, rest }),
  };
}
