interface Manifest {
  readonly contributes: {
    readonly commands: readonly {
      readonly command: string;
      /**
       * The title in the editor's language. For a language other than English, the editor provides an object that has it
       * as `value`, and the English title besides.
       */
      readonly title: string | { readonly value: string };
    }[];
  };
}

/** Returns the title of a command in the editor's language, from the extension's manifest as the editor translated it. */
export function commandTitles(packageJSON: unknown): (command: string) => string {
  const { commands } = (packageJSON as Manifest).contributes;
  const titles = new Map(
    commands.map(({ command, title }) => [command, typeof title === 'string' ? title : title.value]),
  );
  return (command) => titles.get(command) ?? command;
}
