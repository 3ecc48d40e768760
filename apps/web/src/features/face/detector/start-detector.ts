import type { FromDetector, Look, ToDetector } from './messages.ts';

export type Detector = {
  /** Reads one picture at a time. The pixels are gone afterwards. */
  look(pixels: ImageData): Promise<Look>;
  stop(): void;
};

/** Loads the detector. Rejects where it cannot run or does not arrive. */
export function startDetector(signal: AbortSignal): Promise<Detector> {
  const worker = new Worker(new URL('./detector-worker.ts', import.meta.url));
  let answer: ((look: Look) => void) | undefined;
  const detector: Detector = {
    look: ({ data }) =>
      new Promise((resolve) => {
        answer = resolve;
        const { buffer } = data;
        worker.postMessage({ pixels: buffer as ArrayBuffer } satisfies ToDetector, [buffer as ArrayBuffer]);
      }),
    stop: () => worker.terminate(),
  };
  return new Promise((resolve, reject) => {
    const fail = () => {
      worker.terminate();
      reject(new Error('the guide of the face check does not run here'));
    };
    signal.addEventListener('abort', fail);
    worker.onerror = fail;
    worker.onmessage = ({ data }: MessageEvent<FromDetector>) => {
      if (data.state === 'seen') answer?.(data.look);
      else if (data.state === 'ready') resolve(detector);
      else fail();
    };
  });
}
