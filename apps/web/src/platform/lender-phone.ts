import { browserStorage } from './session.ts';

const PHONE_KEY = 'lenderPhone';

/** The lender's phone number as last read from the server. It is public, so it is kept after a log-out. */
export function lenderPhone(): string | null {
  return browserStorage.getItem(PHONE_KEY);
}

export function keepLenderPhone(phone: string): void {
  browserStorage.setItem(PHONE_KEY, phone);
}

export function callAddress(phone: string): string {
  return `tel:${phone.replaceAll(/[^\d+]/g, '')}`;
}
