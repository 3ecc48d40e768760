import type { Reporter, TestModule } from 'vitest/node';

const FILES_SHOWN = 10;

/** Prints the test files that took longest, with what they prepare and clean up. */
// biome-ignore lint/style/noDefaultExport: vitest finds a reporter by it
export default class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const files = modules
      .map((module) => ({ name: module.relativeModuleId, seconds: module.diagnostic().duration / 1000 }))
      .sort((one, other) => other.seconds - one.seconds)
      .slice(0, FILES_SHOWN);
    console.log(`\nThe ${files.length} slowest test files:`);
    for (const { name, seconds } of files) console.log(`${seconds.toFixed(1).padStart(7)} s  ${name}`);
  }
}
