import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { Link } from 'wouter';
import { OPERATOR_TITLES } from '../../platform/operators.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card, Cards } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Money } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { Answer, Empty } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { AnswerCard } from './answer-card.tsx';
import { ClaimState, PaymentState } from './payment-state.tsx';
import { paymentAddress } from './payment-words.ts';

type Claim = StaffAnswer<'getClaim'>;

const NEXT: Record<Claim['state'], string> = {
  open: 'No payment and no row of a statement has this reference yet. Import the statement of the day, or ask the operator about a payment of these days. The ticket closes by itself once the payment is posted.',
  found:
    'A statement has money with this reference from a number of the borrower. Place it on the loan: the ticket then closes by itself, and the borrower is told by SMS.',
  answered:
    'The borrower was told that the payment is not found. If a statement has it later, or the borrower names it again, the ticket is open again.',
  settled: 'The payment is posted, and the borrower was told.',
};

/** "I paid": what the borrower typed, beside what the books and the operators have. */
export function ClaimPage({ ticketId }: { ticketId: string }) {
  const query = useStaffAnswer('getClaim', { params: { ticketId } });
  const { data } = query;
  return (
    <Page
      title={`Ticket ${ticketId}: I paid`}
      note={data && <ClaimState state={data.state} />}
      actions={<ButtonLink to="/payments?tab=claims">All claims</ButtonLink>}
    >
      <Answer query={query}>
        {(claim) => (
          <Cards isTwoColumns>
            <Cards>
              <RowsCard claim={claim} />
              <PaymentsCard claim={claim} />
            </Cards>
            <Cards>
              <Card title="What the borrower says">
                <Cards>
                  <Facts
                    facts={[
                      ['Reference', <bdi key="reference">{claim.reference}</bdi>],
                      [
                        'Borrower',
                        <Link key="of" href={`/borrowers/${claim.borrowerId}`}>
                          Borrower {claim.borrowerId}
                        </Link>,
                      ],
                      ['Said', <Time key="at" at={claim.claimedAt} />],
                      ['Answered', claim.answeredAt && <Time key="answered" at={claim.answeredAt} />],
                      ['Posted', claim.settledAt && <Time key="settled" at={claim.settledAt} />],
                    ]}
                  />
                  <p>{NEXT[claim.state]}</p>
                </Cards>
              </Card>
              <AnswerCard claim={claim} />
            </Cards>
          </Cards>
        )}
      </Answer>
    </Page>
  );
}

function RowsCard({ claim: { statementRows } }: { claim: Claim }) {
  return (
    <Card title="Rows of statements with this reference" isFlush>
      {statementRows.length === 0 ? (
        <Empty title="No statement has this reference">Each imported statement is compared with it.</Empty>
      ) : (
        <Table
          label="Rows of statements with this reference"
          rows={statementRows}
          keyOf={({ statementId, line }) => `${statementId} ${line}`}
          columns={[
            { title: 'Operator', cell: ({ operator }) => OPERATOR_TITLES[operator] },
            { title: 'Outcome', cell: ({ outcome }) => outcome },
            { title: 'Amount', cell: ({ amount }) => <Money kwacha={amount} />, isRight: true },
            {
              title: 'From',
              cell: ({ isFromBorrower }) => (isFromBorrower ? 'the borrower' : 'another number'),
            },
            { title: 'When', cell: ({ happenedAt }) => <Time at={happenedAt} />, isRight: true },
            { title: 'Now', cell: (row) => <PlaceOfRow row={row} /> },
          ]}
        />
      )}
    </Card>
  );
}

function PlaceOfRow({ row: { pieceId, differenceId } }: { row: Claim['statementRows'][number] }) {
  if (pieceId !== null) return <Link href={`/suspense/${pieceId}`}>in suspense</Link>;
  if (differenceId !== null)
    return <Link href={`/differences/${differenceId}`}>difference {differenceId}</Link>;
  return 'agrees with the books';
}

function PaymentsCard({ claim: { payments, borrowerId } }: { claim: Claim }) {
  return (
    <Card title="Payments of the borrower in these days" isFlush>
      {payments.length === 0 ? (
        <Empty title="No payment in these days">
          Payments from seven days before the ticket until the day after it stand here.
        </Empty>
      ) : (
        <Table
          label="Payments of the borrower in these days"
          rows={payments}
          keyOf={({ paymentId }) => paymentId}
          addressOf={({ paymentId }) => paymentAddress({ payerId: borrowerId, paymentId })}
          columns={[
            { title: 'When', cell: ({ madeAt }) => <Time at={madeAt} /> },
            { title: 'State', cell: ({ state }) => <PaymentState state={state} /> },
            { title: 'Amount', cell: ({ amount }) => <Money kwacha={amount} />, isRight: true },
            { title: 'Loan', cell: ({ loanId }) => loanId ?? '–', isRight: true },
            { title: 'Reference', cell: ({ operatorReference }) => operatorReference ?? '–' },
            { title: 'Named', cell: ({ isNamed }) => (isNamed ? 'it is this one' : ''), isExtra: true },
          ]}
        />
      )}
    </Card>
  );
}
