import { createStore } from 'zustand/vanilla';

/** Why an answer on the screen could not be read again. Null while all of them are fresh. */
export const oldAnswers = createStore<{ why: string | null }>(() => ({ why: null }));
