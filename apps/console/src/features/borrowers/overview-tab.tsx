import { blockReasons } from '@thumba/contract/staff/block-reasons';
import { Fragment } from 'react';
import { Link } from 'wouter';
import { useActions } from '../../platform/actions.ts';
import { sentenceOf } from '../../platform/call-failure.ts';
import { codeInWords } from '../../platform/code-words.ts';
import { languageTitle } from '../../platform/language.ts';
import { OPERATOR_TITLES } from '../../platform/operators.ts';
import { useStaffSend } from '../../platform/query.ts';
import { usePerson } from '../../platform/session.ts';
import { dayText } from '../../platform/time.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, Cards } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Money } from '../../ui/money.tsx';
import { Failure } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { OpenRequestsCard } from '../requests/open-requests-card.tsx';
import type { BorrowerAnswer } from './borrower.ts';

type OverviewProps = { borrower: BorrowerAnswer };

/** Who the borrower is, masked, what they can borrow, and what stops the account. */
export function OverviewTab({ borrower }: OverviewProps) {
  return (
    <Cards isTwoColumns>
      <Cards>
        <WhoCard borrower={borrower} />
      </Cards>
      <Cards>
        {borrower.block && <BlockCard block={borrower.block} />}
        {borrower.payoutHold && <HoldCard hold={borrower.payoutHold} />}
        {borrower.disputedLoans.length > 0 && <DisputeCard loans={borrower.disputedLoans} />}
        {borrower.openRequests.length > 0 && <OpenRequestsCard requests={borrower.openRequests} />}
        {borrower.latestLoan && <LoanCard loan={borrower.latestLoan} />}
        <MoneyCard borrower={borrower} />
      </Cards>
    </Cards>
  );
}

function WhoCard({ borrower }: OverviewProps) {
  const maySee = usePerson().permissions.includes('seeIdentity');
  const unmask = useStaffSend('unmaskBorrower');
  const shown = unmask.data;
  const accountMobile = (accountId: number) =>
    shown?.accounts.find((one) => one.accountId === accountId)?.mobile;
  const name = shown && [shown.firstName, shown.lastName].filter(Boolean).join(' ');
  const isHidden = maySee && !borrower.isDeleted && !shown;
  const show = () => unmask.mutate({ params: { borrowerId: borrower.borrowerId } });
  useActions(
    `Borrower ${borrower.borrowerId}`,
    isHidden ? [{ text: 'Show in full, which is recorded', run: show }] : [],
  );
  return (
    <Card
      title="Who"
      note={borrower.isIdentityChecked ? 'identity looked at by staff' : 'identity not looked at by staff'}
      actions={
        isHidden && (
          <Button isBusy={unmask.isPending} onClick={show}>
            Show in full<span className="visually-hidden">, which is recorded</span>
          </Button>
        )
      }
    >
      {unmask.error && <Failure>{sentenceOf(unmask.error)}</Failure>}
      <Facts
        facts={[
          ['Name', <bdi key="name">{name || borrower.maskedName || 'not given'}</bdi>],
          ['Mobile number', shown?.mobile || borrower.maskedMobile],
          ['NRC', shown?.idNumber ?? borrower.maskedIdNumber],
          ['Born', shown?.birthDate],
          [
            'Identity confirmed',
            borrower.identityConfirmedAt && <Time key="at" at={borrower.identityConfirmedAt} />,
          ],
          ...borrower.accounts.map(
            ({ accountId, operator, maskedMobile, isDefault }, index) =>
              [
                `Account ${index + 1}`,
                <span key={accountId}>
                  {accountMobile(accountId) ?? maskedMobile}, {OPERATOR_TITLES[operator]}{' '}
                  {isDefault && <Badge>money goes here</Badge>}
                </span>,
              ] as const,
          ),
          ['Registered', <Time key="registered" at={borrower.registeredAt} />],
          ['Language', languageTitle(borrower.language)],
          ...(shown?.answers ?? []).map(
            ({ question, answer }) => [question, <bdi key={question}>{answer}</bdi>] as const,
          ),
        ]}
      />
    </Card>
  );
}

function BlockCard({ block: { reason, by, at, note } }: { block: NonNullable<BorrowerAnswer['block']> }) {
  return (
    <Card title="Blocked for new loans">
      <Facts
        facts={[
          ['Why', reason === null ? 'not recorded' : blockReasons[reason]],
          ['Note', note && <bdi key="note">{note}</bdi>],
          ['By', by],
          ['When', <Time key="at" at={at} />],
        ]}
      />
    </Card>
  );
}

function HoldCard({ hold: { by, at, reason } }: { hold: NonNullable<BorrowerAnswer['payoutHold']> }) {
  return (
    <Card title="Payouts are held" note="repayments go on">
      <Facts
        facts={[
          ['Reason', reason && <bdi key="reason">{reason}</bdi>],
          ['By', by],
          ['When', <Time key="at" at={at} />],
          ['Released by', 'another person than the one who holds them'],
        ]}
      />
    </Card>
  );
}

function DisputeCard({ loans }: { loans: readonly number[] }) {
  return (
    <Card title="Disputed by a complaint">
      <p>
        {loans.length === 1 ? 'Loan' : 'Loans'}{' '}
        {loans.map((loanId, index) => (
          <Fragment key={loanId}>
            {index > 0 && ', '}
            <Link href={`/loans/${loanId}`}>{loanId}</Link>
          </Fragment>
        ))}
        : no reminder is sent and no call is made before the complaint is answered.
      </p>
    </Card>
  );
}

function LoanCard({
  loan: { loanId, state, amount, toRepay, dueOn, daysLate },
}: {
  loan: NonNullable<BorrowerAnswer['latestLoan']>;
}) {
  return (
    <Card title="Latest loan" note={codeInWords(state)}>
      <Facts
        facts={[
          [
            'Loan',
            <Link key="loan" href={`/loans/${loanId}`}>
              {loanId}
            </Link>,
          ],
          ['Amount', <Money key="amount" kwacha={amount} />],
          ['To repay', <Money key="to-repay" kwacha={toRepay} />],
          ['Due on', dueOn && dayText(dueOn)],
          ['Days late', daysLate > 0 ? String(daysLate) : null],
        ]}
      />
    </Card>
  );
}

function MoneyCard({ borrower: { limit, available, wallet, onTimeLoans, counts } }: OverviewProps) {
  return (
    <Card title="Money">
      <Facts
        facts={[
          ['Limit', <Money key="limit" kwacha={limit} />],
          ['Can borrow now', <Money key="available" kwacha={available} />],
          ['Wallet', <Money key="wallet" kwacha={wallet} />],
          ['Loans', String(counts.loans)],
          ['Loans on time on this step', String(onTimeLoans)],
        ]}
      />
    </Card>
  );
}
