import { useEffect, useRef } from 'react';
import { createStore, useStore } from './store.ts';

/** What a person can do on the page that is shown. */
export type PageAction = { text: string; run: () => void };

type ActionGroup = { title: string; actions: readonly PageAction[] };

const groups = createStore<readonly ActionGroup[]>([]);

/** What the menus of the page offer now. */
export function useActionGroups(): readonly ActionGroup[] {
  return useStore(groups);
}

/** Offers what a menu has in the search box too, while the menu is shown. */
export function useActions(title: string, actions: readonly PageAction[]): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  const texts = actions.map(({ text }) => text).join('\n');
  useEffect(() => {
    if (texts === '') return;
    const group: ActionGroup = {
      title,
      get actions() {
        return latest.current;
      },
    };
    groups.set([...groups.get(), group]);
    return () => groups.set(groups.get().filter((other) => other !== group));
  }, [title, texts]);
}
