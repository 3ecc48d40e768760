import type { FromDetector, Look, ToDetector } from './messages.ts';

export type Detector = {
  /** Reads one picture at a time. The pixels are gone afterwards. Rejects with a `GuideFailure`. */
  look(pixels: ImageData): Promise<Look>;
  stop(): void;
};

/** The detector cannot run here, did not arrive, or answers no more. */
export class GuideFailure extends Error {
  override name = 'GuideFailure';
}

/** A slow network brings its 0.6 MB in this time. */
const LOADS_WITHIN_MS = 45_000;
/** A slow phone looks at a picture in this time. */
const LOOKS_WITHIN_MS = 10_000;

/** Loads the detector. Rejects with a `GuideFailure`. */
export async function startDetector(signal: AbortSignal): Promise<Detector> {
  const failure = new GuideFailure();
  // A signal that is aborted already tells no listener.
  if (signal.aborted) throw failure;
  const worker = new Worker(new URL('./detector-worker.ts', import.meta.url));
  let isStopped = false;
  let waiting:
    | { resolve: (answer: FromDetector) => void; reject: (failure: GuideFailure) => void }
    | undefined;
  const stop = () => {
    isStopped = true;
    worker.terminate();
    waiting?.reject(failure);
  };
  signal.addEventListener('abort', stop);
  worker.onerror = stop;
  worker.onmessage = ({ data }: MessageEvent<FromDetector>) => {
    if (data.state === 'failed') stop();
    else waiting?.resolve(data);
  };
  const answerWithin = async (limitMs: number): Promise<FromDetector> => {
    if (isStopped) throw failure;
    const timer = setTimeout(stop, limitMs);
    try {
      return await new Promise<FromDetector>((resolve, reject) => {
        waiting = { resolve, reject };
      });
    } finally {
      clearTimeout(timer);
    }
  };
  await answerWithin(LOADS_WITHIN_MS);
  return {
    async look({ data: { buffer } }) {
      worker.postMessage({ pixels: buffer as ArrayBuffer } satisfies ToDetector, [buffer as ArrayBuffer]);
      const answer = await answerWithin(LOOKS_WITHIN_MS);
      if (answer.state !== 'seen') throw failure;
      return answer.look;
    },
    stop,
  };
}
