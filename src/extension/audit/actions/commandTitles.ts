interface Manifest {
  readonly contributes: {
    readonly commands: readonly {
      readonly command: string;
      /**
       * The title in the editor's language. For a language other than English, the editor provides an object that
       * contains this title as `value`, in addition to the English title.
       */
      readonly title: string | { readonly value: string };
    }[];
  };
}

/**
 * Returns a function that maps the ID of a command to its title in the editor's language, or to the
 * ID itself if it has no title.
 */
export function createCommandTitleGetter(packageJSON: unknown): (command: string) => string {
  const { commands } = (packageJSON as Manifest).contributes;
  const titles = new Map(
    commands.map(({ command, title }) => [command, typeof title === 'string' ? title : title.value]),
  );
  return (command) => titles.get(command) ?? command;
}
