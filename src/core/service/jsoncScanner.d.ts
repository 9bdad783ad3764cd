// Only the scanner is imported: the package's main entry includes the rest, and bundlers can't follow its format (UMD).
// test/architecture/deepImports.test.ts checks that this file of the package exists, and that the scanner numbers its
// tokens as parseJson.ts does.
declare module 'jsonc-parser/lib/esm/impl/scanner.js' {
  export { createScanner } from 'jsonc-parser';
}
