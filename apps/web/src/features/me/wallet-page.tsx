import type { Answer } from '@thumba/contract/wire';
import { moneyText } from '@thumba/home/wire-money';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../platform/lazy-part.tsx';
import { dayText } from '../../platform/lusaka-time.ts';
import { useAnswer } from '../../platform/query.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Notice } from '../../ui/card.tsx';
import { Coming } from '../../ui/coming.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { MoneyLine } from '../../ui/facts.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { PAGE_SIZE, PagedList } from '../../ui/paged-list.tsx';
import { OverlayBoundary } from '../../ui/part-boundary.tsx';
import { Row, Rows } from '../../ui/row-link.tsx';
import { titles } from '../../words/titles.ts';
import { walletWords } from '../../words/wallet.ts';
import { mayBePaid } from '../bill/bill-status.ts';
import styles from './me.module.css';
import type { Doing } from './wallet-overlay.tsx';

const WalletOverlay = lazyPart(() => import('./wallet-overlay.tsx').then((part) => part.WalletOverlay));

type Wallet = Answer<'getWallet'>;
type Movement = Wallet['movements'][number];

const PAYOUT_POLL_MS = 5_000;

const walletPage = (page: number) => ({ query: { page, pageSize: PAGE_SIZE } });

function useMovements(page: number) {
  const { data, ...answer } = useAnswer('getWallet', walletPage(page));
  return { ...answer, data: data && { total: data.total, items: data.movements } };
}

export function WalletPage() {
  const answer = useAnswer('getWallet', walletPage(1), {
    refetchEveryMs: (wallet) => (wallet?.pendingPaymentId ? PAYOUT_POLL_MS : false),
  });
  const wallet = answer.data;
  return (
    <PageFrame title={titles.wallet} backTo="/me" columns="first">
      {wallet ? (
        <>
          <Balance wallet={wallet} />
          <Card title={walletWords.movements}>
            <PagedList
              usePage={useMovements}
              empty={<EmptyState title={walletWords.empty.title}>{walletWords.empty.text}</EmptyState>}
            >
              {(movements: Movement[]) => (
                <Rows>
                  {movements.map((movement) => (
                    <MovementRow
                      key={`${movement.at}${movement.title}${movement.amount}`}
                      movement={movement}
                    />
                  ))}
                </Rows>
              )}
            </PagedList>
          </Card>
        </>
      ) : (
        <Card>
          <Coming answers={[answer]} lines={[26, 42, 52]} />
        </Card>
      )}
    </PageFrame>
  );
}

function Balance({ wallet }: { wallet: Wallet }) {
  const { balance, pendingPaymentId } = wallet;
  const openLoan = useAnswer('getMyLoanInfo', {}).data?.order;
  const [doing, setDoing] = useState<Doing>();
  const stop = () => setDoing(undefined);
  const follow = (paymentId: string) => setDoing({ kind: 'following', paymentId });
  const billToPay = openLoan && mayBePaid(openLoan) ? openLoan.orderId : undefined;
  return (
    <Card>
      <MoneyLine
        label={walletWords.credit}
        money={moneyText(balance)}
        detail={balance > 0 ? walletWords.about : undefined}
      />
      {billToPay !== undefined && balance > 0 && (
        <Button onClick={() => setDoing({ kind: 'using', orderId: billToPay })}>{walletWords.use}</Button>
      )}
      {pendingPaymentId ? (
        <>
          <Notice tone="warn">{walletWords.sending}</Notice>
          <Button variant="secondary" onClick={() => follow(pendingPaymentId)}>
            {walletWords.seeSending}
          </Button>
        </>
      ) : (
        balance > 0 && (
          <Button
            variant={billToPay === undefined ? 'primary' : 'secondary'}
            onClick={() => setDoing({ kind: 'sending' })}
          >
            {walletWords.send}
          </Button>
        )
      )}
      {doing && (
        <OverlayBoundary onClose={stop}>
          <Suspense>
            <WalletOverlay doing={doing} balance={balance} onSubmitted={follow} onClose={stop} />
          </Suspense>
        </OverlayBoundary>
      )}
    </Card>
  );
}

function MovementRow({ movement: { title, on, amount, balanceAfter } }: { movement: Movement }) {
  return (
    <Row
      title={title}
      detail={walletWords.movement(dayText(on), moneyText(balanceAfter))}
      aside={
        <span className={amount > 0 ? styles.in : undefined}>
          {amount > 0 && '+'}
          {moneyText(amount)}
        </span>
      }
    />
  );
}
