import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface StepReport {
  readonly name: string;
  readonly ok: boolean;
  readonly milliseconds: number;
  /** The picture taken after the step, beside the report. */
  readonly picture?: string;
  readonly error?: string;
}

export interface StepsOptions {
  readonly directory: string;
  /** Takes the picture of what is on screen. */
  readonly screenshot: (path: string) => Promise<void>;
}

/**
 * Runs steps in turn, prints each with its time, and takes a picture after it. The first step that fails ends it:
 * those after it would show something else than they say.
 */
export class Steps {
  readonly #options: StepsOptions;
  readonly #reports: StepReport[] = [];

  constructor(options: StepsOptions) {
    this.#options = options;
  }

  static async prepare(directory: string): Promise<void> {
    await rm(directory, { recursive: true, force: true });
    await mkdir(directory, { recursive: true });
  }

  async step(name: string, action: () => Promise<unknown>): Promise<void> {
    const started = performance.now();
    const error = await action().then(
      () => undefined,
      (reason: unknown) => (reason instanceof Error ? reason : new Error(String(reason))),
    );
    const milliseconds = Math.round(performance.now() - started);
    const number = String(this.#reports.length + 1).padStart(2, '0');
    const file = `${number}-${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.png`;
    const pictured = await this.#options.screenshot(join(this.#options.directory, file)).then(
      () => true,
      (reason: unknown) => {
        console.log(`  no picture: ${String(reason)}`);
        return false;
      },
    );
    this.#reports.push({
      ...{ name, ok: error === undefined, milliseconds },
      ...(pictured ? { picture: file } : {}),
      ...(error === undefined ? {} : { error: error.message }),
    });
    console.log(`${error === undefined ? '✔' : '✖'} ${number} ${name} (${milliseconds} ms)`);
    if (error !== undefined) throw error;
  }

  /** Writes `report.json`: what was done, how long it took, whether all of it was seen. */
  async report(about: Readonly<Record<string, unknown>>, complete: boolean): Promise<void> {
    const ok = complete && this.#reports.length > 0 && this.#reports.every((report) => report.ok);
    const text = JSON.stringify({ ok, ...about, steps: this.#reports }, null, 2);
    await writeFile(join(this.#options.directory, 'report.json'), `${text}\n`);
  }
}
