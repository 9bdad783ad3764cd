// What `import "vscode"` and the like resolve to where the walls of the house forbid them: nothing.
export {};
