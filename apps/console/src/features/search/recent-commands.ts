import { session } from '../../platform/session.ts';
import { createStore } from '../../platform/store.ts';

const MOST_KEPT = 8;

/**
 * The names of the commands that were used last, the newest first. They are in the memory of this tab alone: the name of an
 * action holds the number of its record.
 */
export const recentCommands = createStore<readonly string[]>([]);

// The next person finds none of them.
session.subscribe(() => {
  if (session.get().person === null) recentCommands.set([]);
});

export function rememberCommand(name: string): void {
  const others = recentCommands.get().filter((other) => other !== name);
  recentCommands.set([name, ...others].slice(0, MOST_KEPT));
}
