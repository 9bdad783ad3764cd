/** Import it, then import what imports `vscode` with `await import(…)`: outside an editor there is no such module. */
import { registerHooks } from 'node:module';

registerHooks({
  resolve: (name, context, next) =>
    next(name === 'vscode' ? new URL('./fakeVscode.ts', import.meta.url).href : name, context),
});
