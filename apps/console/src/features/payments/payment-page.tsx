import { Link } from 'wouter';
import { holdText } from '../../platform/hold-words.ts';
import { OPERATOR_TITLES } from '../../platform/operators.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { usePerson } from '../../platform/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card, Cards } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Money } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { Answer, Empty } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { ExactTime, Time } from '../../ui/time.tsx';
import { EndCard } from './end-card.tsx';
import { PaymentState } from './payment-state.tsx';
import { handOverText, type Payment, payerText, purposeText, stepText } from './payment-words.ts';

/** One payment: what it is, where it was sent, what its operator told of it, and what can be done. */
export function PaymentPage({ payerId, paymentId }: { payerId: string; paymentId: string }) {
  const query = useStaffAnswer('getStaffPayment', { params: { payerId, paymentId } }, { isRenewed: true });
  const maySeeList = usePerson().permissions.includes('seePayments');
  const { data } = query;
  return (
    <Page
      title="Payment"
      note={data && <PaymentState state={data.state} />}
      actions={maySeeList && <ButtonLink to="/payments">Payments that wait</ButtonLink>}
    >
      <Answer query={query}>
        {(payment) => (
          <Cards isTwoColumns>
            <Cards>
              <HistoryCard payment={payment} />
              <StatementCard payment={payment} />
            </Cards>
            <Cards>
              <EndCard payment={payment} />
              <FactsCard payment={payment} />
              <RouteCard payment={payment} />
            </Cards>
          </Cards>
        )}
      </Answer>
    </Page>
  );
}

function HistoryCard({ payment: { history, paymentId } }: { payment: Payment }) {
  return (
    <Card title="History at the operator" note={paymentId} isFlush>
      <Table
        label="History at the operator"
        rows={history.map((step, place) => ({ ...step, place }))}
        keyOf={({ place }) => place}
        columns={[
          { title: 'When', cell: ({ at }) => <ExactTime at={at} /> },
          { title: 'What', cell: (step) => stepText(step) },
          { title: 'By', cell: ({ by }) => by ?? '' },
        ]}
      />
    </Card>
  );
}

function StatementCard({ payment: { statementRows, differences } }: { payment: Payment }) {
  const maySee = usePerson().permissions.includes('seePayments');
  return (
    <Card title="On statements of the operator" isFlush={statementRows.length > 0}>
      {statementRows.length === 0 ? (
        <Empty title="On no statement yet">
          A row appears here once a statement that has it is imported.
        </Empty>
      ) : (
        <Table
          label="Rows of statements"
          rows={statementRows}
          keyOf={({ statementId, line }) => `${statementId} ${line}`}
          columns={[
            { title: 'Statement', cell: ({ statementId, line }) => `${statementId}, line ${line}` },
            { title: 'Outcome', cell: ({ outcome }) => outcome },
            { title: 'Amount', cell: ({ amount }) => <Money kwacha={amount} />, isRight: true },
            { title: 'Reference', cell: ({ operatorReference }) => operatorReference },
            { title: 'When', cell: ({ happenedAt }) => <Time at={happenedAt} />, isRight: true },
          ]}
        />
      )}
      {differences.map(({ differenceId, kind, state, resolution }) => (
        <p key={differenceId}>
          {maySee ? (
            <Link href={`/differences/${differenceId}`}>Difference {differenceId}</Link>
          ) : (
            `Difference ${differenceId}`
          )}
          : {kind.replaceAll('_', ' ')}, {(resolution ?? state).replaceAll('_', ' ')}
        </p>
      ))}
    </Card>
  );
}

function FactsCard({ payment }: { payment: Payment }) {
  const { payerId, loanId, amount, operator, maskedMobile, receiptNo, operatorReference, direction } =
    payment;
  const mayOpen = usePerson().permissions.includes('seeBorrower');
  return (
    <Card title="What it is">
      <Facts
        facts={[
          ['Purpose', purposeText(payment.purpose)],
          ['Amount', <Money key="amount" kwacha={amount} />],
          ['Operator', OPERATOR_TITLES[operator]],
          [direction === 'payout' ? 'To' : 'From', maskedMobile && <bdi key="mobile">{maskedMobile}</bdi>],
          ['Paid by', direction === 'payout' ? null : payerText(payment)],
          [
            'Borrower',
            payerId === 0 ? (
              'not known'
            ) : mayOpen ? (
              <Link key="of" href={`/borrowers/${payerId}?tab=payments`}>
                Borrower {payerId}
              </Link>
            ) : (
              String(payerId)
            ),
          ],
          [
            'Loan',
            loanId &&
              (mayOpen ? (
                <Link key="loan" href={`/loans/${loanId}`}>
                  Loan {loanId}
                </Link>
              ) : (
                String(loanId)
              )),
          ],
          ['Receipt', receiptNo],
          ['Reference', operatorReference],
          ['Failure', payment.failure?.replaceAll('_', ' ')],
        ]}
      />
    </Card>
  );
}

function RouteCard({ payment }: { payment: Payment }) {
  const { route, enquiries, notFound, unanswered, nextStepAt, operatorCode, held, handedOver } = payment;
  return (
    <Card title="Route and enquiries">
      <Facts
        facts={[
          ['Platform', route && <span key="platform">{route.platform}</span>],
          ['Environment', route?.environment],
          ['User of the API', route?.apiUser],
          ['Route', route === null ? 'not sent yet, or sent by an earlier version' : null],
          ['Enquiries', String(enquiries)],
          ['Not known to the operator', notFound > 0 ? `${notFound} times in a row` : null],
          ['Without an answer', unanswered > 0 ? `${unanswered} times in a row` : null],
          ['Last code', held ? null : operatorCode],
          ['Held back', held && holdText(held.reason)],
          ['Handed over', handedOver && handOverText(handedOver.reason)],
          ['Asked again', nextStepAt && <Time key="next" at={nextStepAt} />],
        ]}
      />
    </Card>
  );
}
