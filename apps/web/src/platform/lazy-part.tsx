import { type ComponentType, type FunctionComponent, use } from 'react';

const forgetters = new Set<() => void>();

/** Parts whose code failed to load are requested again at their next render. */
export function forgetFailedParts(): void {
  for (const forget of forgetters) forget();
  forgetters.clear();
}

/** A component whose code is loaded at its first render. Unlike with `React.lazy`, a failed load can be tried again. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): FunctionComponent<Props> {
  let arriving: Promise<ComponentType<Props>> | undefined;
  function loadOnce(): Promise<ComponentType<Props>> {
    if (arriving === undefined) {
      arriving = load();
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
