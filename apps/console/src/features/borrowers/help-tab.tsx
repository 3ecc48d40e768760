import { Link } from 'wouter';
import { codeInWords } from '../../platform/code-words.ts';
import { OPERATOR_TITLES } from '../../platform/operators.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { usePerson } from '../../platform/session.ts';
import { dayText } from '../../platform/time.ts';
import { Card, Cards } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Money } from '../../ui/money.tsx';
import { Answer } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { type Help, type HelpPayment, whatBecameOf, whereIsMyMoney } from './caller-answers.ts';
import styles from './caller-home.module.css';
import { CallerHome } from './caller-home.tsx';

/** For the time of a call: what the borrower sees, and the answers to what borrowers ask most. */
export function HelpTab({ borrowerId }: { borrowerId: string }) {
  const query = useStaffAnswer('helpCaller', { params: { borrowerId } });
  return (
    <Answer query={query}>
      {(help) => (
        <Cards isTwoColumns>
          <Cards>
            <MoneyQuestion help={help} borrowerId={borrowerId} />
            <PaidQuestion help={help} borrowerId={borrowerId} />
            {help.bill && <AmountQuestion bill={help.bill} />}
          </Cards>
          <CallerHome help={help} />
        </Cards>
      )}
    </Answer>
  );
}

const WHEN: Column<HelpPayment> = { title: 'When', cell: ({ at }) => <Time at={at} /> };
const AMOUNT: Column<HelpPayment> = {
  title: 'Amount',
  isRight: true,
  cell: ({ amount }) => <Money kwacha={amount} />,
};
const OPERATOR: Column<HelpPayment> = {
  title: 'Operator',
  isExtra: true,
  cell: ({ operator }) => OPERATOR_TITLES[operator],
};

type QuestionProps = { help: Help; borrowerId: string };

function MoneyQuestion({ help, borrowerId }: QuestionProps) {
  const { bill, sent } = help;
  return (
    <Card title="Where is my money?">
      <div className={styles.answer}>
        {whereIsMyMoney(help).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {bill && (
          <Facts
            facts={[
              [
                bill.disbursedAt ? 'Received' : 'To receive',
                <Money key="received" kwacha={bill.receivedAmount} />,
              ],
              ['Account', bill.receiveAccount],
              ['Arrived', bill.disbursedAt && <Time key="at" at={bill.disbursedAt} />],
            ]}
          />
        )}
        {sent.length > 0 && (
          <Table
            label="Latest payouts"
            rows={sent}
            keyOf={({ paymentId }) => paymentId}
            addressOf={({ paymentId }) => `/payments/${borrowerId}/${paymentId}`}
            columns={[
              { title: 'What', cell: ({ purpose }) => codeInWords(purpose) },
              WHEN,
              {
                title: 'State',
                cell: ({ state, failure }) => codeInWords(failure === null ? state : `${state}: ${failure}`),
              },
              AMOUNT,
              OPERATOR,
            ]}
          />
        )}
      </div>
    </Card>
  );
}

function PaidQuestion({ help: { paid, claims, wallet }, borrowerId }: QuestionProps) {
  const mayOpenClaims = usePerson().permissions.includes('seePayments');
  return (
    <Card title="I paid">
      <div className={styles.answer}>
        {paid.length === 0 && <p>No payment of the borrower is recorded.</p>}
        {paid.length > 0 && (
          <Table
            label="Latest payments of the borrower"
            rows={paid}
            keyOf={({ paymentId }) => paymentId}
            addressOf={({ paymentId }) => `/payments/${borrowerId}/${paymentId}`}
            columns={[
              { title: 'What became of it', cell: (payment) => whatBecameOf(payment) },
              WHEN,
              AMOUNT,
              OPERATOR,
            ]}
          />
        )}
        <Facts
          facts={[
            ['Wallet', <Money key="wallet" kwacha={wallet} />],
            ...claims.map(
              ({ ticketId, at }) =>
                [
                  `Ticket ${ticketId}`,
                  <span key={ticketId}>
                    {mayOpenClaims ? <Link href={`/claims/${ticketId}`}>“I paid”</Link> : '“I paid”'},{' '}
                    <Time at={at} />
                  </span>,
                ] as const,
            ),
          ]}
        />
      </div>
    </Card>
  );
}

type Bill = NonNullable<Help['bill']>;

function AmountQuestion({ bill }: { bill: Bill }) {
  return (
    <Card title="Why this amount?" note={<Link href={`/loans/${bill.orderId}`}>loan {bill.orderId}</Link>}>
      <Facts
        facts={[
          ['Borrowed', <Money key="principal" kwacha={bill.principal} />],
          ...bill.charges.map(
            ({ name, amount, explanation }) =>
              [
                name,
                <span key={name}>
                  <Money kwacha={amount} />. {explanation}
                </span>,
              ] as const,
          ),
          ['Paid', <Money key="paid" kwacha={bill.paid} />],
          ['Left to pay', <Money key="remaining" kwacha={bill.remaining} />],
        ]}
      />
      {bill.plans.length > 1 && (
        <Table
          label="Each payment of the plan"
          rows={bill.plans}
          keyOf={({ planId }) => planId}
          columns={PLAN}
        />
      )}
    </Card>
  );
}

const PLAN: readonly Column<Bill['plans'][number]>[] = [
  { title: 'Due on', cell: ({ dueDate }) => dayText(dueDate) },
  { title: 'Principal', isRight: true, cell: ({ principal }) => <Money kwacha={principal} /> },
  {
    title: 'Interest and fee',
    isRight: true,
    cell: ({ interest, serviceFee }) => <Money kwacha={interest + serviceFee} />,
  },
  { title: 'Late charges', isRight: true, cell: ({ penalty }) => <Money kwacha={penalty} /> },
  {
    title: 'Paid or taken off',
    isRight: true,
    cell: ({ paid, discount }) => <Money kwacha={paid + discount} />,
  },
  { title: 'Left', isRight: true, cell: ({ remaining }) => <Money kwacha={remaining} /> },
];
