/** Data of one borrower, removed at log-out (kept-answers.ts, kept-papers.ts). */
export const KEPT_ANSWERS_KEY = 'keptAnswers';
export const KEPT_PAPERS_KEY = 'keptPapers';

export type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export function memoryStorage(): KeyValueStorage {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}

/** The browser's storage. Where that is forbidden or full, the values are kept in memory until the page is closed. */
export function openStorage(open: () => KeyValueStorage): KeyValueStorage {
  const memory = memoryStorage();
  const storage = openOr(open, memory);
  return {
    getItem: (key) => memory.getItem(key) ?? storage.getItem(key),
    setItem: (key, value) => {
      try {
        storage.setItem(key, value);
        if (storage !== memory) memory.removeItem(key);
      } catch {
        memory.setItem(key, value);
      }
    },
    removeItem: (key) => {
      memory.removeItem(key);
      storage.removeItem(key);
    },
  };
}

function openOr(open: () => KeyValueStorage, instead: KeyValueStorage): KeyValueStorage {
  try {
    const storage = open();
    storage.setItem('probe', '1');
    storage.removeItem('probe');
    return storage;
  } catch {
    return instead;
  }
}
