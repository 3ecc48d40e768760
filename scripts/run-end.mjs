import { writeFileSync } from 'node:fs';

/** Writes down what the report of a run's files leaves out: how many errors belong to no test. */
// biome-ignore lint/style/noDefaultExport: vitest finds a reporter by it
export default class RunEnd {
  onTestRunEnd(_files, unhandledErrors) {
    writeFileSync(process.env.RUN_END_FILE, JSON.stringify({ unhandledErrors: unhandledErrors.length }));
  }
}
