import { type ComponentType, type FunctionComponent, use } from 'react';

export type LazyPart<Props> = FunctionComponent<Props> & { load: () => Promise<ComponentType<Props>> };

/** A component whose code arrives when it is first drawn. Unlike `React.lazy`, a failed load can be tried again. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  let arriving: Promise<ComponentType<Props>> | undefined;
  const loadOnce = () => {
    if (arriving === undefined) {
      arriving = load();
      arriving.catch(() => {
        arriving = undefined;
      });
    }
    return arriving;
  };
  // biome-ignore lint/correctness/noComponentHookFactories: made once for a module, never while drawing
  function Part(props: Props) {
    const Component = use(loadOnce());
    return <Component {...props} />;
  }
  return Object.assign(Part, { load: loadOnce });
}
