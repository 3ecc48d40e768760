import type { Answer } from '@thumba/contract/wire';
import { moneyText } from '@thumba/home/wire-money';
import { useAnswer } from '../../platform/query.ts';
import { Badge, Card, Rule } from '../../ui/card.tsx';
import { Facts, MoneyLine } from '../../ui/facts.tsx';
import { RowLink, Rows } from '../../ui/row-link.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { Steps } from '../../ui/steps.tsx';
import { claimWords as words } from '../../words/claim.ts';
import { paymentFacts } from '../payment/payment-facts.ts';

type Claim = Answer<'claimPayment'>;

/** What became of the payment that the borrower reports. */
export function ClaimAnswer({ answer, reference }: { answer: Claim; reference: string }) {
  return (
    <>
      <p className="visually-hidden" role="status">
        {words.headings[answer.status]}
      </p>
      {answer.status === 'posted' ? <Posted claim={answer} /> : <Kept claim={answer} reference={reference} />}
    </>
  );
}

function Posted({ claim: { paymentId = '', amount = 0, receiptNo } }: { claim: Claim }) {
  const payment = useAnswer('getPayment', { params: { paymentId } });
  return (
    <Card title={words.headings.posted}>
      <MoneyLine
        label={words.posted.youPaid}
        aside={<Badge tone="good">{words.posted.paid}</Badge>}
        money={moneyText(amount)}
        detail={words.posted.inBooks}
      />
      <Rule />
      {payment.isPending && <Skeleton lines={[22, 22]} />}
      <Facts
        facts={[
          ...(payment.data ? paymentFacts(payment.data) : []),
          ...(receiptNo ? [{ label: words.posted.receipt, value: receiptNo }] : []),
        ]}
      />
    </Card>
  );
}

function Kept({ claim, reference }: { claim: Claim; reference: string }) {
  const kind = claim.status === 'checking' ? 'checking' : 'not_found';
  const { ticket } = words;
  return (
    <>
      <Card title={words.headings[kind]}>
        <MoneyLine
          label={ticket.label}
          aside={<Badge tone="warn">{ticket.badges[kind]}</Badge>}
          money={claim.ticketNo ?? ''}
          detail={ticket.reference(reference)}
        />
        <Rule />
        <Steps steps={ticket[kind].map((text) => ({ text }))} />
      </Card>
      <Card>
        <Rows>
          <RowLink to="/me/messages" {...ticket.messages} />
          <RowLink to="/home" {...ticket.home} />
        </Rows>
      </Card>
    </>
  );
}
