const STOP_MS = 28_000;
const CUT_OFF_EXIT_CODE = 70;

/**
 * Stops the program once, on a signal or when the function that this answers is called, which also gives the exit code.
 * A stop that takes too long is cut off.
 */
export function stopOnSignal(stop: () => Promise<void>): (exitCode: number) => void {
  let isStopping = false;
  function begin(exitCode: number): void {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => {
      console.error('The stop took too long and was cut off: a request, a work loop or the database hangs.');
      process.exit(CUT_OFF_EXIT_CODE);
    }, STOP_MS).unref();
    stop().then(
      () => process.exit(exitCode),
      (error) => {
        console.error(error);
        process.exit(1);
      },
    );
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => begin(0));
  return begin;
}
