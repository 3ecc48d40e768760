import type { KeyValueStorage } from './storage.ts';

/** What was typed into a form and not sent yet, by field. */
export type FormValues = Readonly<Record<string, string>>;

export type Draft = {
  read(): FormValues;
  save(values: FormValues): void;
  clear(): void;
};

/**
 * Keeps a form on the phone, so that nothing is lost when the page is closed. Each borrower has separate drafts:
 * another borrower on the same phone never sees them.
 */
export function openDraft(storage: KeyValueStorage, userId: number, form: string): Draft {
  const key = `draft.${userId}.${form}`;
  return {
    read: () => readValues(storage.getItem(key)),
    save: (values) => storage.setItem(key, JSON.stringify(values)),
    clear: () => storage.removeItem(key),
  };
}

function readValues(text: string | null): FormValues {
  try {
    const kept: unknown = JSON.parse(text ?? '{}');
    if (typeof kept !== 'object' || kept === null) return {};
    return Object.fromEntries(Object.entries(kept).filter(([, value]) => typeof value === 'string'));
  } catch {
    return {};
  }
}
