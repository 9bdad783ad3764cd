// Replaces @vscode/spdlog in the editor from npm. The original is a native module, which is not built there, and
// without it the editor writes no logs at all: nothing to read after a failure, and a test that looks for secrets in
// the logs of output channels could not fail. Plain JavaScript, because the editor's own Node loads it.
const { appendFileSync, mkdirSync } = require('node:fs');
const { dirname } = require('node:path');

const names = ['trace', 'debug', 'info', 'warning', 'error', 'critical'];

class Logger {
  #file;
  #level = 2;
  #formatted = true;

  constructor(_type, _name, file) {
    this.#file = file;
    mkdirSync(dirname(file), { recursive: true });
  }

  trace(message) {
    this.#write(0, message);
  }
  debug(message) {
    this.#write(1, message);
  }
  info(message) {
    this.#write(2, message);
  }
  warn(message) {
    this.#write(3, message);
  }
  error(message) {
    this.#write(4, message);
  }
  critical(message) {
    this.#write(5, message);
  }
  getLevel() {
    return this.#level;
  }
  setLevel(level) {
    this.#level = level;
  }
  setPattern() {
    this.#formatted = true;
  }
  /** From then on the caller's text is written as it is. */
  clearFormatters() {
    this.#formatted = false;
  }
  flush() {}
  drop() {}

  #write(level, message) {
    if (level < this.#level) return;
    const time = new Date().toISOString().replace('T', ' ').replace('Z', '');
    appendFileSync(this.#file, this.#formatted ? `${time} [${names[level]}] ${message}\n` : message);
  }
}

async function createLogger(name, file) {
  return new Logger('rotating', name, file);
}

exports.version = 0;
exports.setLevel = () => {};
exports.setFlushOn = () => {};
exports.Logger = Logger;
exports.createRotatingLogger = createLogger;
exports.createAsyncRotatingLogger = createLogger;
