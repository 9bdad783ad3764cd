/** One of several writers at a time; what it writes is printed whole, after all that the ones before it write. */
export interface Turn {
  write(text: string): void;
  /** There is no more of it. */
  end(): void;
}

/**
 * Lets several write at the same time as if they did one after the other. What the first one that has not ended writes
 * is printed as it comes, what the others write when it is their turn.
 */
export function createInOrder(print: (text: string) => void): () => Turn {
  const turns: { kept: string; ended: boolean }[] = [];
  const printNext = (): void => {
    for (let [first] = turns; first !== undefined; [first] = turns) {
      print(first.kept);
      first.kept = '';
      if (!first.ended) return;
      turns.shift();
    }
  };
  return () => {
    const turn = { kept: '', ended: false };
    turns.push(turn);
    return {
      write(text) {
        turn.kept += text;
        if (turn === turns[0]) printNext();
      },
      end() {
        turn.ended = true;
        if (turn === turns[0]) printNext();
      },
    };
  };
}
