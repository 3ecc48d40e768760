import { writeFileSync } from 'node:fs';

/** Writes down what the files of a run do not say: errors that belong to no test, and whether it was broken off. */
// biome-ignore lint/style/noDefaultExport: vitest finds a reporter by it
export default class RunEnd {
  onTestRunEnd(_files, unhandledErrors, reason) {
    const end = { unhandledErrors: unhandledErrors.length, isBrokenOff: reason === 'interrupted' };
    writeFileSync(process.env.RUN_END_FILE, JSON.stringify(end));
  }
}
