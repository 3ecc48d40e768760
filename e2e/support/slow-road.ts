import { openRoad, type Road } from './road.ts';

/** A proxy between the server and an operator. A test can hold a request in it. */
export type SlowRoad = Road & {
  /** The address that requests are passed on to. */
  leadTo(url: string): void;
  /** Holds the next request to this path until it is released, even after the server's timeout. */
  hold(path: string): { arrived: Promise<void>; letGo(): Promise<void> };
};

type Hold = { path: string; arrive(): void; free: Promise<void>; pass(): void };

export async function openSlowRoad(): Promise<SlowRoad> {
  let target = '';
  let holds: Hold[] = [];

  const road = await openRoad(async (request, passOn) => {
    const held = holds.find(({ path }) => request.url === path);
    if (held) {
      holds = holds.filter((hold) => hold !== held);
      held.arrive();
      await held.free;
    }
    const answer = await passOn(target);
    held?.pass();
    return answer;
  });

  return {
    ...road,
    leadTo(url) {
      target = url;
    },
    hold(path) {
      const arrived = Promise.withResolvers<void>();
      const free = Promise.withResolvers<void>();
      const passed = Promise.withResolvers<void>();
      holds.push({ path, arrive: arrived.resolve, free: free.promise, pass: passed.resolve });
      return {
        arrived: arrived.promise,
        letGo() {
          free.resolve();
          return passed.promise;
        },
      };
    },
  };
}
