/** Up to half is added by chance, so that phones that were refused together do not come back together. */
export function pause(waitMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, waitMs * (1 + Math.random() / 2));
    signal?.addEventListener('abort', () => resolve());
  });
}
