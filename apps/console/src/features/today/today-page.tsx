import { day, formatDay } from '@thumba/lending/day';
import { useStaffAnswer } from '../../platform/query.ts';
import { Page } from '../../ui/page.tsx';
import { Answer, Loading } from '../../ui/states.tsx';
import { BookCard } from './book-card.tsx';
import { CollectedCard } from './collected-card.tsx';
import { FigureCards } from './figure-cards.tsx';
import { FloatCard } from './float-card.tsx';
import { LendingCard } from './lending-card.tsx';
import { LookAroundCard } from './look-around-card.tsx';
import styles from './today.module.css';
import { WaitingCard } from './waiting-card.tsx';

/** What needs a person now, and how the day goes. It renews itself. */
export function TodayPage() {
  const query = useStaffAnswer('getToday', {}, { isRenewed: true });
  const { data } = query;
  return (
    <Page title="Today" note={data && `${formatDay(day(data.businessDate))}, business day`}>
      <Answer query={query} loading={<Loading lines={10} />}>
        {(today) => (
          <div className={styles.page}>
            {today.lookAround && <LookAroundCard steps={today.lookAround} />}
            <div className={styles.top}>
              <div className={styles.side}>
                <WaitingCard today={today} />
                <FigureCards today={today} />
              </div>
              <div className={styles.side}>
                {today.float && <FloatCard float={today.float} />}
                <LendingCard today={today} />
                <BookCard today={today} />
              </div>
            </div>
            <CollectedCard today={today} />
          </div>
        )}
      </Answer>
    </Page>
  );
}
