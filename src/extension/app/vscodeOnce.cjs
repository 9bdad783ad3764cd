/**
 * What `vscode` is in the bundles (esbuild's --alias). For each file that imports a module of the old kind the bundler
 * copies all of its properties, and the editor's API has hundreds: that took three quarters of the time to load the
 * entry. An object without properties of its own, whose prototype is the API, has nothing to copy.
 */
const load = require;
module.exports = Object.create(load('vscode'));
