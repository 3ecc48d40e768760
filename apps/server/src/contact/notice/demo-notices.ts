import { addDays, type Day } from '@thumba/lending/day';
import type { Database } from '../../platform/database.ts';
import { saveNotice } from './notices.ts';

/** The demo's notice: an offer that is shown after signing in. */
export async function saveDemoNotices(db: Database, today: Day): Promise<void> {
  await saveNotice(db, {
    noticeCode: 'demo-wheel',
    kind: 'marketing',
    title: 'Spin the lucky wheel',
    body: 'A spin costs nothing, and you see the odds of each prize. A coupon that you win takes money off a bill.',
    imageUrl: null,
    link: '/activity/turntable',
    shownFrom: today,
    shownUntil: addDays(today, 3650),
  });
}
