/** Errors of the browser's driver for a frame that was removed, or got another document, while it was read. */
const replaced = /Frame (was|has been) detached|Execution context was destroyed/;

/**
 * Resolves to what was read in a frame, or to undefined if the frame was replaced meanwhile, as by a webview that is
 * drawn again. Rejects on every other error.
 */
export async function unlessReplaced<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (replaced.test(String(error))) return undefined;
    throw error;
  }
}
