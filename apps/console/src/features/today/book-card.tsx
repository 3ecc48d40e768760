import { formatCount } from '@thumba/lending/count';
import { day, formatDay } from '@thumba/lending/day';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Time } from '../../ui/time.tsx';
import type { Today } from './today-words.ts';

/** Whether the book is sound, and work that did not succeed. */
export function BookCard({ today: { doctor, failedWork } }: { today: Today }) {
  const { messages, requests, overdueSteps, dayEndedThrough } = failedWork;
  return (
    <Card title="Book" note={doctor && <Time at={doctor.examinedAt} />}>
      <Facts
        facts={[
          ['Doctor', <Verdict key="doctor" doctor={doctor} />],
          ['End of day done through', formatDay(day(dayEndedThrough))],
          ['Messages not sent', formatCount(messages)],
          ['Requests that failed', requests === 0 ? '0' : `${formatCount(requests)} in 7 days`],
          ['Overdue payment steps', formatCount(overdueSteps)],
        ]}
      />
    </Card>
  );
}

function Verdict({ doctor }: { doctor: Today['doctor'] }) {
  if (!doctor) return <Badge look="warn">not examined yet</Badge>;
  const { isSound, faults, isOlderThanADay } = doctor;
  const verdict = isSound ? 'sound' : `not sound: ${formatCount(faults)} of the checks failed`;
  return (
    <>
      <Badge look={isSound ? 'good' : 'bad'}>{verdict}</Badge>{' '}
      {isOlderThanADay && <Badge look="warn">older than a day</Badge>}
    </>
  );
}
