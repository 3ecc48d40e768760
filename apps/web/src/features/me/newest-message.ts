import { browserStorage } from '../../platform/session.ts';

/** The newest message that a borrower has seen on this phone, so that newer ones can be marked. */
const keyOf = (userId: number) => `newestMessageSeen:${userId}`;

export function newestSeen(userId: number): number {
  return Number(browserStorage.getItem(keyOf(userId)) ?? 0);
}

export function noteSeen(userId: number, messageId: number): void {
  if (messageId > newestSeen(userId)) browserStorage.setItem(keyOf(userId), String(messageId));
}
