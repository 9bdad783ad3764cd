interface Manifest {
  readonly contributes: {
    readonly commands: readonly {
      readonly command: string;
      /** In a language other than English, the editor adds the English title for its own search. */
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
