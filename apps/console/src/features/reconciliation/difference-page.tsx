import { differenceKinds } from '@thumba/contract/staff/difference-kinds';
import { requestKinds } from '@thumba/contract/staff/request-kinds';
import { useState } from 'react';
import { Link } from 'wouter';
import { codeInWords } from '../../platform/code-words.ts';
import { useKeys } from '../../platform/keys.ts';
import { OPERATOR_TITLES } from '../../platform/operators.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { usePerson } from '../../platform/session.ts';
import { clockText, dayOfText } from '../../platform/time.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card, Cards } from '../../ui/card.tsx';
import { Actions } from '../../ui/dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Money } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { Answer } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { checkersOf } from '../requests/request-words.tsx';
import styles from './reconciliation.module.css';
import {
  DIRECTION_WORDS,
  type Difference,
  DifferenceState,
  END_ACTIONS,
  END_KEYS,
  type End,
  probableText,
  RESOLUTION_WORDS,
} from './reconciliation-words.tsx';
import { ResolveDialog } from './resolve-dialog.tsx';

/** One difference: what is known of the money, and how it can be resolved. */
export function DifferencePage({ differenceId }: { differenceId: string }) {
  const query = useStaffAnswer('getDifference', { params: { differenceId } }, { isRenewed: true });
  const { data } = query;
  return (
    <Page
      title={`Difference ${differenceId}`}
      note={data && <DifferenceState state={data.state} />}
      actions={<ButtonLink to="/differences">All differences</ButtonLink>}
    >
      <Answer query={query}>
        {(difference) => <DifferenceCards key={difference.differenceId} difference={difference} />}
      </Answer>
    </Page>
  );
}

/** The confirmation stands beside the cards, so that it stays open where another person resolves the difference meanwhile. */
function DifferenceCards({ difference }: { difference: Difference }) {
  const [asked, setAsked] = useState<End | null>(null);
  const close = () => setAsked(null);
  return (
    <Cards isTwoColumns>
      <Cards>
        <MoneyCard difference={difference} />
        {difference.loans.length > 0 && <LoansCard loans={difference.loans} />}
      </Cards>
      <Cards>
        {difference.end ? (
          <EndCard end={difference.end} />
        ) : (
          <ResolveCard difference={difference} onAsk={setAsked} />
        )}
        <AboutCard difference={difference} />
      </Cards>
      {asked !== null && <ResolveDialog difference={difference} end={asked} onClose={close} />}
    </Cards>
  );
}

function amount(kwacha: number | null) {
  return kwacha === null ? 'nothing' : <Money kwacha={kwacha} />;
}

function MoneyCard({ difference }: { difference: Difference }) {
  const { kind, operator, direction, operatorAmount, ourAmount, happenedAt, maskedMobile } = difference;
  return (
    <Card title={differenceKinds[kind]}>
      <Facts
        facts={[
          ['The operator has', amount(operatorAmount)],
          ['Our payments have', amount(ourAmount)],
          ['What it is', DIRECTION_WORDS[direction]],
          ['Operator', OPERATOR_TITLES[operator]],
          ['Number', maskedMobile],
          ['Reference', difference.operatorReference],
          ['Moved on', dayOfText(happenedAt)],
          ['At, in Lusaka', clockText(happenedAt)],
        ]}
      />
    </Card>
  );
}

function AboutCard({ difference }: { difference: Difference }) {
  const { statementId, line, borrowerId, paymentId, paymentState, tickets, foundAt } = difference;
  const { permissions } = usePerson();
  return (
    <Card title="Where it comes from">
      <Facts
        facts={[
          [
            'Statement',
            <Link key="statement" href={`/differences?statement=${statementId}`}>
              Statement {statementId}
              {line !== null && `, line ${line}`}
            </Link>,
          ],
          ['Found', <Time key="found" at={foundAt} />],
          ['Borrower', borrowerId && <BorrowerLink borrowerId={borrowerId} />],
          ['Our payment', paymentId],
          ['It is', paymentState && codeInWords(paymentState)],
          [
            'Claimed by',
            tickets.length === 0
              ? null
              : tickets.map(({ ticketId, borrowerId: claimer }) => (
                  <span key={ticketId}>
                    {permissions.includes('answerComplaints') ? (
                      <Link href={`/tickets/${ticketId}`}>ticket {ticketId}</Link>
                    ) : (
                      `ticket ${ticketId}`
                    )}{' '}
                    of <BorrowerLink borrowerId={claimer} />{' '}
                  </span>
                )),
          ],
        ]}
      />
    </Card>
  );
}

function BorrowerLink({ borrowerId }: { borrowerId: number }) {
  return <Link href={`/borrowers/${borrowerId}`}>Borrower {borrowerId}</Link>;
}

type LoanRow = Difference['loans'][number];

const loanColumns: Column<LoanRow>[] = [
  { title: 'Loan', cell: ({ loanId }) => <Link href={`/loans/${loanId}`}>{loanId}</Link> },
  { title: 'Borrower', cell: ({ borrowerId }) => <BorrowerLink borrowerId={borrowerId} /> },
  { title: 'State', cell: ({ state }) => codeInWords(state) },
  {
    title: 'Because',
    cell: ({ because }) => (because === 'claim' ? 'they wrote that they paid it' : 'it is their number'),
  },
];

function LoansCard({ loans }: { loans: readonly LoanRow[] }) {
  return (
    <Card title="Loans that it may be for" isFlush>
      <Table
        label="Loans that it may be for"
        rows={loans}
        columns={loanColumns}
        keyOf={({ loanId }) => loanId}
      />
    </Card>
  );
}

function EndCard({ end }: { end: NonNullable<Difference['end']> }) {
  const { resolution, reason, by, approvedBy, at, requestId, loanId } = end;
  return (
    <Card title="How it was resolved">
      <Facts
        facts={[
          ['Outcome', RESOLUTION_WORDS[resolution]],
          ['Loan', loanId],
          ['Reason', reason],
          ['By', by],
          ['Approved by', approvedBy],
          ['When', at && <Time key="at" at={at} />],
          ['Request', requestId],
        ]}
      />
    </Card>
  );
}

function ResolveCard({ difference, onAsk }: { difference: Difference; onAsk: (end: End) => void }) {
  const { possible, probable, openRequest } = difference;
  const mayResolve = usePerson().permissions.includes('matchPayments') && openRequest === null;
  const ends = mayResolve ? possible : [];
  useKeys(
    'This difference',
    ends.map((end) => ({
      keys: END_KEYS[end],
      does: `${END_ACTIONS[end]}, after a confirmation`,
      run: () => onAsk(end),
    })),
  );
  return (
    <Card title="What it probably was">
      <div className={styles.stack}>
        <p>{probableText(difference)}.</p>
        {openRequest && <OpenRequest request={openRequest} />}
        {ends.length > 0 && (
          <Actions>
            {ends.map((end) => (
              <Button
                key={end}
                look={end === probable ? 'main' : 'plain'}
                keys={END_KEYS[end].toUpperCase()}
                onClick={() => onAsk(end)}
              >
                {END_ACTIONS[end]}
              </Button>
            ))}
          </Actions>
        )}
      </div>
    </Card>
  );
}

/** The request leads to its page for its maker and for those who may check it. */
function OpenRequest({
  request: { requestId, madeBy, madeAt },
}: {
  request: NonNullable<Difference['openRequest']>;
}) {
  const { staffId, permissions } = usePerson();
  const isMaker = madeBy.staffId === staffId;
  const mayOpen = isMaker || permissions.includes(requestKinds.manual_match.check);
  const name = `Request ${requestId}`;
  return (
    <p>
      <Badge look="warn">waits for a second person</Badge>{' '}
      {mayOpen ? <Link href={`/requests/${requestId}`}>{name}</Link> : name}, asked for by{' '}
      {isMaker ? 'you' : madeBy.name} <Time at={madeAt} />. It is for {checkersOf('manual_match')} to answer.
    </p>
  );
}
