import { useEffect } from 'react';
import { Notice } from '../../ui/card.tsx';
import { loadReminder, useReminder } from './reminder.ts';

/** What the lender tells everybody these days, on home. */
export function NoticeBar() {
  const reminder = useReminder();
  useEffect(() => void loadReminder(), []);
  return reminder?.notice ? <Notice>{reminder.notice}</Notice> : null;
}
