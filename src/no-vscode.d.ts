// An empty module. Each tsconfig whose code must not use the editor's API maps `vscode` to it, so that code that uses
// the API does not compile.
export {};
