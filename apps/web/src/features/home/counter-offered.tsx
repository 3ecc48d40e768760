import { counterOfferWords as words } from '@thumba/home/counter-offer-words';
import { shortMoneyText } from '@thumba/home/wire-money';
import { formatDayCount } from '@thumba/lending/day';
import { deadlineText } from '../../platform/deadline.ts';
import type { LoanInfo } from '../../platform/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card, Notice, Stack } from '../../ui/card.tsx';
import { Drawing } from '../../ui/empty-state.tsx';
import styles from './home.module.css';

/** The lender offers another amount or term than was asked for. */
export function CounterOffered({ offer }: { offer: NonNullable<LoanInfo['counterOffer']> }) {
  const { amount, days, askedAmount, askedDays, until } = offer;
  const asked = shortMoneyText(askedAmount);
  return (
    <Card>
      <Drawing kind="paper" className={styles.drawing} />
      <Stack gap="tight">
        <h2 className={styles.title}>{words.title(shortMoneyText(amount))}</h2>
        <p className={styles.text}>{words.text(asked, formatDayCount(askedDays), formatDayCount(days))}</p>
      </Stack>
      <ButtonLink to="/counter-offer">{words.open}</ButtonLink>
      <Notice>{words.until(deadlineText(until))}</Notice>
    </Card>
  );
}
