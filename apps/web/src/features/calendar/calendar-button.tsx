import { showFailure } from '../../platform/toast.ts';
import { Button } from '../../ui/button.tsx';
import { calendarWords } from '../../words/calendar.ts';
import { callWords } from '../../words/call.ts';
import { canEnterDueDates, type DueDate } from './due-date.ts';

/** Enters the next due date of a bill into a calendar. */
export function CalendarButton({ variant = 'quiet', ...due }: DueDate & { variant?: 'quiet' | 'secondary' }) {
  if (!canEnterDueDates()) return null;
  const enter = () =>
    import('./enter-due-date.ts').then(
      ({ enterDueDate }) => enterDueDate(due),
      () => showFailure(callWords.offline),
    );
  return (
    <Button variant={variant} onClick={() => void enter()}>
      {calendarWords.add}
    </Button>
  );
}
