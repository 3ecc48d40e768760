import { useStaffAnswer } from '../../platform/query.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card, Cards } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Money } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { Answer } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { type Borrower, BorrowerActions } from './borrower-actions.tsx';

/** Who a borrower is, masked, and what staff can do to the account. */
export function BorrowerPage({ borrowerId }: { borrowerId: string }) {
  const query = useStaffAnswer('getBorrower', { params: { borrowerId } });
  const { data } = query;
  return (
    <Page
      title={`Borrower ${borrowerId}`}
      note={data && <State borrower={data} />}
      actions={data && <BorrowerActions borrower={data} />}
    >
      <Answer query={query}>
        {(borrower) => (
          <Cards isTwoColumns>
            <WhoCard borrower={borrower} />
            <MoneyCard borrower={borrower} />
          </Cards>
        )}
      </Answer>
    </Page>
  );
}

function State({ borrower: { isDeleted, block } }: { borrower: Borrower }) {
  if (isDeleted) return <Badge look="bad">deleted</Badge>;
  return block ? <Badge look="warn">blocked for new loans</Badge> : <Badge look="good">open</Badge>;
}

function WhoCard({ borrower }: { borrower: Borrower }) {
  const { maskedName, maskedIdNumber, maskedMobile, identityConfirmedAt, isIdentityChecked } = borrower;
  return (
    <Card title="Who">
      <Facts
        facts={[
          ['Name', maskedName && <bdi key="name">{maskedName}</bdi>],
          ['Number of the card', maskedIdNumber],
          ['Mobile number', maskedMobile],
          ['Identity', isIdentityChecked ? 'a person looked at it' : 'no person looked at it'],
          ['Confirmed', identityConfirmedAt && <Time key="at" at={identityConfirmedAt} />],
          ['Registered', <Time key="registered" at={borrower.registeredAt} />],
        ]}
      />
    </Card>
  );
}

function MoneyCard({ borrower: { limit, available, wallet, onTimeLoans, counts } }: { borrower: Borrower }) {
  return (
    <Card title="Limit and wallet">
      <Facts
        facts={[
          ['Limit', <Money key="limit" kwacha={limit} />],
          ['Available now', <Money key="available" kwacha={available} />],
          ['Loans on time on this step', String(onTimeLoans)],
          ['Loans', String(counts.loans)],
          ['Wallet', <Money key="wallet" kwacha={wallet} />],
        ]}
      />
    </Card>
  );
}
