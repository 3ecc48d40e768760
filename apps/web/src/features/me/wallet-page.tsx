import { useState } from 'react';
import { dayText } from '../../platform/lusaka-time.ts';
import { moneyText } from '../../platform/money.ts';
import { messageOf, useAnswer } from '../../platform/query.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { MoneyLine } from '../../ui/facts.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { Row, Rows } from '../../ui/row-link.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import { mayBePaid } from '../bill/bill-status.ts';
import styles from './me.module.css';
import { UseWalletSheet } from './use-wallet-sheet.tsx';

export function WalletPage() {
  const wallet = useAnswer('getWallet', {});
  const loanInfo = useAnswer('getMyLoanInfo', {});
  const [isUsing, setUsing] = useState(false);
  const openLoan = loanInfo.data?.order;
  const canPayBill = openLoan !== undefined && mayBePaid(openLoan);

  return (
    <PageFrame title="Wallet" backTo="/me">
      {wallet.data ? (
        <>
          <Card>
            <MoneyLine
              label="Wallet credit"
              money={moneyText(wallet.data.balance)}
              detail="What you paid beyond a bill. It is yours."
            />
            {canPayBill && wallet.data.balance > 0 && (
              <Button onClick={() => setUsing(true)}>Use for my bill</Button>
            )}
          </Card>
          <Card title="Movements">
            {wallet.data.movements.length === 0 ? (
              <EmptyState title="Nothing has moved yet">
                If you ever pay more than a bill, the rest is kept here for you.
              </EmptyState>
            ) : (
              <Rows>
                {wallet.data.movements.map(({ at, on, title, amount }) => (
                  <Row
                    key={`${at}${title}${amount}`}
                    title={title}
                    detail={dayText(on)}
                    aside={
                      <span className={amount > 0 ? styles.in : undefined}>
                        {amount > 0 && '+'}
                        {moneyText(amount)}
                      </span>
                    }
                  />
                ))}
              </Rows>
            )}
          </Card>
          {isUsing && openLoan && (
            <UseWalletSheet
              orderId={openLoan.orderId}
              balance={wallet.data.balance}
              onClose={() => setUsing(false)}
            />
          )}
        </>
      ) : wallet.isError ? (
        <Card>
          <ErrorState
            message={messageOf(wallet.error)}
            onRetry={() => void wallet.refetch()}
            isRetrying={wallet.isFetching}
          />
        </Card>
      ) : (
        <Card>
          <Skeleton lines={[26, 42, 52]} />
        </Card>
      )}
    </PageFrame>
  );
}
