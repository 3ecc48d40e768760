import { longDayText } from '../../platform/lusaka-time.ts';
import { session } from '../../platform/session.ts';
import { Button } from '../../ui/button.tsx';
import { Drawing } from '../../ui/empty-state.tsx';
import { Overlay } from '../../ui/overlay.tsx';
import { noticeWords } from '../../words/notice.ts';
import styles from './notice.module.css';
import { holidayOfToday, useReminder } from './reminder.ts';

export function HolidaysOverlay() {
  const reminder = useReminder();
  const holiday = reminder && holidayOfToday(reminder);
  const close = () => session.setState({ isHolidaysOpen: false });
  if (!holiday) return null;
  return (
    <Overlay
      kind="sheet"
      title={holiday.name}
      onClose={close}
      footer={<Button onClick={close}>{noticeWords.goOn}</Button>}
    >
      <div className={styles.told}>
        <Drawing kind="calendar" />
        <p className={styles.day}>{longDayText(holiday.date)}</p>
        <p>{holiday.message}</p>
      </div>
    </Overlay>
  );
}
