export type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * The browser's storage, or a memory of this page alone where it is forbidden or full: the app then works until the
 * page is closed.
 */
export function openStorage(open: () => KeyValueStorage): KeyValueStorage {
  const memory = new Map<string, string>();
  let storage: KeyValueStorage | undefined;
  try {
    storage = open();
    storage.setItem('probe', '1');
    storage.removeItem('probe');
  } catch {
    storage = undefined;
  }
  return {
    getItem: (key) => memory.get(key) ?? storage?.getItem(key) ?? null,
    setItem: (key, value) => {
      try {
        if (storage === undefined) throw new Error('no storage');
        storage.setItem(key, value);
        memory.delete(key);
      } catch {
        memory.set(key, value);
      }
    },
    removeItem: (key) => {
      memory.delete(key);
      storage?.removeItem(key);
    },
  };
}
