const LOOK_MS = 500;

/**
 * Has this script stop with npm, if npm runs it. npm ends on SIGTERM, its shell ends with it, and neither hands the signal
 * on. This script then has another parent. `run` hands its own SIGTERM to the program that it runs.
 */
export function stopWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, LOOK_MS);
  watch.unref();
}
