import { USER_STATUS } from '@thumba/contract/codes';
import { Link } from 'wouter';
import { billNumber } from '../../platform/bill-number.ts';
import { CallFailure } from '../../platform/call-answer.ts';
import { useIsOnline } from '../../platform/online.ts';
import { type PayMenu, payMenus } from '../../platform/pay-menus.ts';
import { useAnswer } from '../../platform/query.ts';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { payOfflineWords as words } from '../../words/pay-offline.ts';
import { richText } from '../../words/rich-text.tsx';
import { mobileMoneyName } from './accounts.ts';
import styles from './pay-offline.module.css';

const OWES: readonly (number | undefined)[] = [USER_STATUS.active, USER_STATUS.overdue];

/** Shown while the server cannot be reached, to a borrower with a bill, if the lender has named a menu. */
export function PayOffline() {
  const isOnline = useIsOnline();
  const { error, data } = useAnswer('getMyLoanInfo', {}, { staleMs: 60_000 });
  const menus = payMenus();
  const isCutOff = !isOnline || (error instanceof CallFailure && error.kind === 'offline');
  if (!isCutOff || menus.length === 0 || !data?.order || !OWES.includes(data.userStatus)) return null;
  const { orderId } = data.order;
  return (
    <Card title={words.title}>
      <p>{words.why}</p>
      {menus.map((menu) => (
        <section key={menu.operator} className={styles.menu}>
          <h3 className={styles.operator}>{mobileMoneyName(menu.operator)}</h3>
          <Facts facts={factsOf(menu, orderId)} />
        </section>
      ))}
      <p className={styles.small}>{words.after}</p>
      <p className={styles.small}>
        {richText(words.claim, { claim: (text) => <Link to="/me/claim">{text}</Link> })}
      </p>
    </Card>
  );
}

function factsOf({ dial, merchant, reference }: PayMenu, orderId: number) {
  return [
    {
      label: words.dial,
      value: (
        <a className={styles.dial} href={`tel:${encodeURIComponent(dial)}`}>
          {dial}
        </a>
      ),
    },
    { label: words.merchant, value: merchant },
    {
      label: words.reference,
      value: reference === 'bill_number' ? billNumber(orderId) : words.ownMobile,
    },
  ];
}
