// The scanner alone: the package's main entry is in a form (UMD) that bundlers can't follow, and brings the rest along.
// test/architecture/deepImports.test.ts checks that it exists, and that it numbers its tokens as parseJson.ts does.
declare module 'jsonc-parser/lib/esm/impl/scanner.js' {
  export { createScanner } from 'jsonc-parser';
}
