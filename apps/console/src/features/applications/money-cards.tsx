import { day, formatDay, formatDayCount } from '@thumba/lending/day';
import { formatKwacha } from '@thumba/lending/money';
import { useState } from 'react';
import { usePerson } from '../../platform/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Money } from '../../ui/money.tsx';
import { Time } from '../../ui/time.tsx';
import { LimitDialog } from '../borrowers/limit-dialog.tsx';
import styles from './applications.module.css';
import type { Application } from './use-application.ts';

export function AsksCard({ application }: { application: Application }) {
  const { amount, termDays, productName, affordability } = application;
  return (
    <Card title="Asks for" note={productName}>
      <p className={styles.amount}>
        <Money kwacha={amount} />
      </p>
      <p className={styles.weak}>
        {formatDayCount(termDays)}, gets <Money kwacha={affordability.receives} />, repays{' '}
        <Money kwacha={affordability.repays} />
      </p>
      {application.reasons.length > 0 && (
        <ul className={styles.why} aria-label="Why it waits">
          {application.reasons.map(({ code, title }) => (
            <li key={code}>
              <Badge look="warn">{title}</Badge>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function OtherLimit({ borrowerId }: { borrowerId: number }) {
  const mayAsk = usePerson().permissions.includes('overrideLimit');
  const [isOpen, setOpen] = useState(false);
  if (!mayAsk) return null;
  return (
    <>
      <Button look="link" onClick={() => setOpen(true)}>
        Ask for another limit
      </Button>
      {isOpen && <LimitDialog borrowerId={borrowerId} onClose={() => setOpen(false)} />}
    </>
  );
}

const kwachaText = (kwacha: number) => formatKwacha(Math.round(kwacha * 100));
const percentOf = (share: number) => `${Math.round(share * 100)} %`;

export function CarryCard({
  application: { affordability, amount, borrowerId },
}: {
  application: Application;
}) {
  const { monthlyIncome, affordable, limit, instalments } = affordability;
  return (
    <Card title="Can they afford it?" note="as declared, by the rules of today">
      <Facts
        facts={[
          ['Income a month', monthlyIncome === null ? 'not known' : kwachaText(monthlyIncome)],
          [
            instalments.length === 1 ? 'This instalment' : `Largest of ${instalments.length}`,
            <LargestInstalment key="largest" affordability={affordability} />,
          ],
          [
            'Largest that fits',
            affordable === null ? (
              'the product is not offered any more'
            ) : (
              <Most key="fits" most={affordable} amount={amount} />
            ),
          ],
          [
            'Limit on the ladder',
            <span key="limit">
              <Most most={limit} amount={amount} /> <OtherLimit borrowerId={borrowerId} />
            </span>,
          ],
        ]}
      />
    </Card>
  );
}

function LargestInstalment({ affordability }: Pick<Application, 'affordability'>) {
  const { largestInstalment, share, mostShare, instalments } = affordability;
  const [first] = instalments;
  return (
    <>
      {kwachaText(largestInstalment)}
      {first && `, first on ${formatDay(day(first.dueOn))}`}
      {share !== null && ` = ${percentOf(share)} of it`}{' '}
      <Badge look={share !== null && share > mostShare ? 'bad' : 'good'}>limit {percentOf(mostShare)}</Badge>
    </>
  );
}

function Most({ most, amount }: { most: number; amount: number }) {
  return (
    <>
      {kwachaText(most)} {amount > most && <Badge look="bad">less than asked for</Badge>}
    </>
  );
}

export function ScoreCard({ application: { score, rulesSaid } }: { application: Application }) {
  const { points, basePoints, approveFrom, referFrom, version, parts } = score;
  return (
    <Card
      title={`Score ${points}`}
      note={`scorecard v${version}: approves from ${approveFrom}, declines below ${referFrom}`}
    >
      <table className={styles.score}>
        <tbody>
          <tr>
            <th scope="row">Start</th>
            <td />
            <td className={styles.points}>{basePoints}</td>
            <td />
          </tr>
          {parts.map((part) => (
            <tr key={part.title}>
              <th scope="row">{part.title}</th>
              <td className={styles.weak}>{part.value ?? 'not known'}</td>
              <td className={styles.points}>
                {part.points < 0 ? '−' : '+'}
                {Math.abs(part.points)}
              </td>
              <td>
                <Bar
                  share={part.mostPoints === 0 ? 0 : Math.abs(part.points) / part.mostPoints}
                  isLoss={part.points < 0}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {parts.length === 0 && <p className={styles.weak}>The scorecard was changed since.</p>}
      <p className={styles.line}>The rules said: {rulesSaid}.</p>
    </Card>
  );
}

function Bar({ share, isLoss }: { share: number; isLoss: boolean }) {
  return (
    <svg className={styles.bar} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      <rect width="100" height="6" className={styles.barAll} />
      <rect
        width={Math.min(1, share) * 100}
        height="6"
        className={isLoss ? styles.barLoss : styles.barPart}
      />
    </svg>
  );
}

export function BeforeCard({ application: { earlier } }: { application: Application }) {
  return (
    <Card
      title="Before"
      note={earlier.length === 0 ? '' : `${earlier.length} applications`}
      isFlush={earlier.length > 0}
    >
      {earlier.length === 0 ? (
        <p>This is the first application.</p>
      ) : (
        <table className={styles.earlier}>
          <thead>
            <tr>
              <th scope="col">Loan</th>
              <th scope="col">Applied</th>
              <th scope="col">State</th>
              <th scope="col" className={styles.points}>
                Amount
              </th>
            </tr>
          </thead>
          <tbody>
            {earlier.map(({ loanId, appliedAt, amount, state, worstDaysLate }) => (
              <tr key={loanId}>
                <td>{loanId}</td>
                <td>
                  <Time at={appliedAt} />
                </td>
                <td>
                  <Badge look={worstDaysLate > 0 ? 'warn' : 'plain'}>
                    {state}
                    {worstDaysLate > 0 && `, ${formatDayCount(worstDaysLate)} late`}
                  </Badge>
                </td>
                <td className={styles.points}>
                  <Money kwacha={amount} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}
