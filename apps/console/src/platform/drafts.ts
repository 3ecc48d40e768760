import { useEffect } from 'react';
import { session, usePerson } from './session.ts';
import { createStore, useStore } from './store.ts';

/**
 * Long texts that were typed and are not sent yet, by their person and place. They are in the memory of this tab alone: a
 * text may hold personal data, and a browser writes its storage to the disk.
 */
const drafts = createStore<ReadonlyMap<string, string>>(new Map());
const keysOnScreen = new Set<string>();

// After a sign-out no text is left. After the end of a session the one on the screen is, for the person who signs in again.
session.subscribe(() => {
  const { person, hasEnded } = session.get();
  if (person === null) drafts.set(new Map());
  else if (hasEnded) drafts.set(new Map([...drafts.get()].filter(([key]) => keysOnScreen.has(key))));
});

addEventListener('beforeunload', (event) => {
  const isAnyTyped = [...drafts.get().values()].some((text) => text.trim() !== '');
  if (isAnyTyped) event.preventDefault();
});

/** A text that its person finds again after a look at other pages. The place says what it is about: "answer to ticket 7". */
export function useDraft(place: string): [text: string, setText: (text: string) => void] {
  const key = `${usePerson().staffId}: ${place}`;
  useEffect(() => {
    keysOnScreen.add(key);
    return () => void keysOnScreen.delete(key);
  }, [key]);
  const text = useStore(drafts).get(key) ?? '';
  const setText = (typed: string) => {
    const others = [...drafts.get()].filter(([other]) => other !== key);
    drafts.set(new Map(typed === '' ? others : [...others, [key, typed]]));
  };
  return [text, setText];
}
