/** The made-up person that was chosen on the handset's page, which only a demo has. */
export const SAMPLE_PERSON_KEY = 'thumba.samplePerson';

/** What stays on the phone when a borrower leaves it. Everything else is removed, also what is added later. */
export const STAYS_ON_PHONE: readonly string[] = [
  'session',
  'deviceId',
  'deviceSecret',
  'lenderPhone',
  'payMenus',
  'theme',
  SAMPLE_PERSON_KEY,
];
/** What a visitor may have too, and keeps when signing in. It goes when a borrower leaves. */
export const OF_VISITOR: readonly string[] = [
  ...STAYS_ON_PHONE,
  'order',
  'visits',
  'installDismissed',
  'lenderPhoneAskedOn',
  'holidayShownOn',
];

export const KEPT_ANSWERS_KEY = 'keptAnswers';
/** What the phone's screen lock is asked for with. It is there while app lock is on, and goes when a borrower leaves. */
export const APP_LOCK_KEY = 'appLock';
export const KEPT_PAPERS_KEY = 'keptPapers';

export type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
export type PhoneStorage = KeyValueStorage & {
  /** Removes everything but these. */
  keepOnly(names: readonly string[]): void;
};

export function memoryStorage(): PhoneStorage {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
    keepOnly: (names) => {
      for (const key of values.keys()) if (!names.includes(key)) values.delete(key);
    },
  };
}

/** The browser's storage. Where that is forbidden or full, the values are kept in memory until the page is closed. */
export function openStorage(open: () => KeyValueStorage): PhoneStorage {
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
    keepOnly: (names) => {
      memory.keepOnly(names);
      for (const key of Object.keys(storage)) if (!names.includes(key)) storage.removeItem(key);
    },
  };
}

/** Of this tab. It ends with the tab, and when the borrower leaves. */
export const tabStorage = openStorage(() => sessionStorage);

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
