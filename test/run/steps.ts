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
 * Runs steps in turn, prints each with its time, and takes a picture after it, or where the step itself has it taken. The first step that fails ends it:
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

  async step(name: string, action: (picture: () => Promise<void>) => Promise<unknown>): Promise<void> {
    const started = performance.now();
    const number = String(this.#reports.length + 1).padStart(2, '0');
    const file = `${number}-${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.png`;
    let pictured = false;
    const picture = async (): Promise<void> => {
      pictured = await this.#picture(file);
    };
    const error = await action(picture).then(
      () => undefined,
      (reason: unknown) => (reason instanceof Error ? reason : new Error(String(reason))),
    );
    const milliseconds = Math.round(performance.now() - started);
    // What a failed step has left on screen is worth more than what it had before.
    if (!pictured || error) await picture();
    this.#reports.push({
      name,
      ok: error === undefined,
      milliseconds,
      ...(pictured ? { picture: file } : {}),
      ...(error === undefined ? {} : { error: error.message }),
    });
    console.log(`${error === undefined ? '✔' : '✖'} ${number} ${name} (${milliseconds} ms)`);
    if (error !== undefined) throw error;
  }

  /** False where none could be taken. */
  #picture(file: string): Promise<boolean> {
    return this.#options.screenshot(join(this.#options.directory, file)).then(
      () => true,
      (reason: unknown) => {
        console.log(`  no picture: ${String(reason)}`);
        return false;
      },
    );
  }

  /** Writes `report.json`: what was done, how long it took, whether all of it was seen. */
  async report(about: Readonly<Record<string, unknown>>, complete: boolean): Promise<void> {
    const ok = complete && this.#reports.length > 0 && this.#reports.every((report) => report.ok);
    const text = JSON.stringify({ ok, ...about, steps: this.#reports }, null, 2);
    await writeFile(join(this.#options.directory, 'report.json'), `${text}\n`);
  }
}
