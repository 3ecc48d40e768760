import { type ComponentType, type FunctionComponent, use } from 'react';
import { pause } from './pause.ts';

const forgetters = new Set<() => void>();

/** Parts whose code failed to load are requested again at their next render. */
export function forgetFailedParts(): void {
  for (const forget of forgetters) forget();
  forgetters.clear();
}

/** The waits before a part that failed to load is requested again. */
const WAITS_MS = [1000, 3000];

/** A server with too many callers refuses parts for some seconds. Without a network there is nothing to wait for. */
async function loadWhenServed<Part>(load: () => Promise<Part>): Promise<Part> {
  for (const waitMs of WAITS_MS) {
    try {
      return await load();
    } catch (error) {
      if (!navigator.onLine) throw error;
      await pause(waitMs);
    }
  }
  return load();
}

/** A component whose code is loaded at its first render. Unlike with `React.lazy`, a failed load can be tried again. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): FunctionComponent<Props> {
  let arriving: Promise<ComponentType<Props>> | undefined;
  function loadOnce(): Promise<ComponentType<Props>> {
    if (arriving === undefined) {
      arriving = loadWhenServed(load);
      arriving.catch(() => {
        forgetters.add(() => {
          arriving = undefined;
        });
      });
    }
    return arriving;
  }
  // biome-ignore lint/correctness/noComponentHookFactories: made once for a module, never while drawing
  return function Part(props: Props) {
    const Component = use(loadOnce());
    return <Component {...props} />;
  };
}
