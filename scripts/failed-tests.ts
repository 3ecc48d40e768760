import type { SerializedError } from 'vitest';
import type { Reporter, TestModule } from 'vitest/node';

const LINES_OF_A_REASON = 20;

/** Prints the failed tests after everything else: a log that keeps only its last lines still says what failed and why. */
// biome-ignore lint/style/noDefaultExport: vitest finds a reporter by it
export default class FailedTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    for (const error of unhandledErrors) printFailure('outside the tests', [error]);
    for (const module of modules) {
      printFailure(module.relativeModuleId, module.errors());
      for (const suite of module.children.allSuites()) {
        printFailure(`${module.relativeModuleId}: ${suite.fullName}`, suite.errors());
      }
      for (const test of module.children.allTests('failed')) {
        printFailure(`${module.relativeModuleId}: ${test.fullName}`, test.result().errors ?? []);
      }
    }
  }
}

function printFailure(place: string, errors: readonly SerializedError[]): void {
  for (const { stack, message, diff } of errors) {
    const reason = [message, diff, stack].filter(Boolean).join('\n');
    console.log(`\nFAILED ${place}\n${reason.split('\n').slice(0, LINES_OF_A_REASON).join('\n')}`);
  }
}
