import { useEffect } from 'react';
import { Notice } from '../../ui/card.tsx';
import { loadReminder, useReminder } from './reminder.ts';

/** The lender's current notice to all borrowers, on the home page. */
export function NoticeBar() {
  const reminder = useReminder();
  useEffect(() => void loadReminder(), []);
  return reminder?.notice ? <Notice>{reminder.notice}</Notice> : null;
}
