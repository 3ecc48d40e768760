import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { addDays, type Day } from '@thumba/lending/day';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useKeys } from '../../platform/keys.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { usePerson } from '../../platform/session.ts';
import { dayText } from '../../platform/time.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card, Cards } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Money } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { Steps } from '../../ui/paging.tsx';
import { Answer } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { ChargesDialog } from './charges-dialog.tsx';
import { SignDialog } from './sign-dialog.tsx';
import { dayAddress, type Wallet, walletText } from './treasury-words.ts';

type WalletDay = StaffAnswer<'getWalletDay'>;

/** One day of a wallet: what moved, what the operator should show, and who signed it. */
export function WalletDayPage({ operator, direction, on }: Wallet & { on: Day }) {
  const wallet = { operator, direction };
  const mayMove = usePerson().permissions.includes('moveFloat');
  const [open, setOpen] = useState<'sign' | 'charges' | null>(null);
  const [, navigate] = useLocation();
  const query = useStaffAnswer('getWalletDay', { params: { ...wallet, on } });
  const canSign = mayMove && query.data?.isOver === true && query.data.signed === null;
  useKeys('Day of a wallet', [
    ...(canSign ? [{ keys: 's', does: 'Sign the day off', run: () => setOpen('sign') }] : []),
    ...(mayMove ? [{ keys: 'c', does: 'Post charges', run: () => setOpen('charges') }] : []),
  ]);
  const close = () => setOpen(null);
  return (
    <Page
      title={`${walletText(wallet)}: ${dayText(on)}`}
      note={query.data && <SignedBadge walletDay={query.data} />}
      actions={
        <>
          <ButtonLink to="/wallets">All days</ButtonLink>
          {mayMove && (
            <Button keys="C" onClick={() => setOpen('charges')}>
              Post charges
            </Button>
          )}
          {canSign && (
            <Button look="main" keys="S" onClick={() => setOpen('sign')}>
              Sign off
            </Button>
          )}
        </>
      }
    >
      <Answer query={query}>
        {(walletDay) => (
          <Cards>
            <MovementsCard walletDay={walletDay} />
            <SignatureCard walletDay={walletDay} />
          </Cards>
        )}
      </Answer>
      <Steps
        names={['Day before', 'Next day']}
        onBefore={() => navigate(dayAddress(wallet, addDays(on, -1)))}
        onNext={query.data?.isOver ? () => navigate(dayAddress(wallet, addDays(on, 1))) : undefined}
      />
      {open === 'sign' && query.data && (
        <SignDialog wallet={wallet} on={on} balance={query.data.balance} onClose={close} />
      )}
      {open === 'charges' && <ChargesDialog wallet={wallet} on={on} onClose={close} />}
    </Page>
  );
}

function SignedBadge({ walletDay: { isOver, signed } }: { walletDay: WalletDay }) {
  if (signed) return <Badge look="good">signed off</Badge>;
  return isOver ? <Badge look="warn">not signed</Badge> : <Badge>not over yet</Badge>;
}

const amountOf = (kwacha: number) => <Money kwacha={kwacha} />;

function MovementsCard({ walletDay }: { walletDay: WalletDay }) {
  const { opening, takenOn, payments, bank, suspense, charges, timing, balance } = walletDay;
  return (
    <Card title="What moved">
      <Facts
        facts={[
          ['In the book before the day', amountOf(opening)],
          ['Opening balance', takenOn === 0 ? null : amountOf(takenOn)],
          ['Payments', amountOf(payments)],
          ['From and to the bank', amountOf(bank)],
          ['From and to suspense', amountOf(suspense)],
          ['Charges of the operator', amountOf(charges === 0 ? 0 : -charges)],
          ['At the operator on another day', amountOf(timing)],
          ['The operator should show', <strong key="balance">{amountOf(balance)}</strong>],
        ]}
      />
    </Card>
  );
}

function SignatureCard({ walletDay: { isOver, signed, balance } }: { walletDay: WalletDay }) {
  if (!signed)
    return (
      <Card title="Signature">
        <p>
          {isOver
            ? 'This day waits for a person who has seen the balance at the operator. While it is not signed, its month cannot be closed.'
            : 'A day is signed once it is over.'}
        </p>
      </Card>
    );
  return (
    <Card title="Signature">
      <p>
        {signed.by} signed it <Time at={signed.at} /> with <Money kwacha={signed.balance} />.
      </p>
      {signed.balance !== balance && (
        <p>
          <Badge look="bad">changed since</Badge> The book leads to <Money kwacha={balance} /> now, because
          something was booked on this day or before it after it was signed.
        </p>
      )}
    </Card>
  );
}
