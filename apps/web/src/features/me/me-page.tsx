import FileText from 'lucide-react/icons/file-text';
import LogOut from 'lucide-react/icons/log-out';
import Mail from 'lucide-react/icons/mail';
import ReceiptText from 'lucide-react/icons/receipt-text';
import Smartphone from 'lucide-react/icons/smartphone';
import UserRoundPen from 'lucide-react/icons/user-round-pen';
import Wallet from 'lucide-react/icons/wallet';
import { useState } from 'react';
import { moneyText } from '../../platform/money.ts';
import { messageOf } from '../../platform/query.ts';
import { useUserInfo } from '../../platform/user-info.ts';
import { Card, Rule } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { RowButton, RowLink, Rows } from '../../ui/row-link.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { LogOutDialog } from './log-out-dialog.tsx';
import styles from './me.module.css';

export function MePage() {
  const userInfo = useUserInfo();
  const [isLoggingOut, setLoggingOut] = useState(false);
  const user = userInfo.data;
  return (
    <PageFrame title="Me" hasTabBar>
      <Card>
        {user ? (
          <>
            <div className={styles.who}>
              <span className={styles.initials} aria-hidden="true">
                {initialsOf(user.name)}
              </span>
              <div className={styles.words}>
                <p className={styles.name}>{user.name ?? 'Welcome to Thumba'}</p>
                <p className={styles.number}>{user.mobile}</p>
              </div>
            </div>
            <Rule />
            <Facts
              facts={[
                { label: 'Your limit', value: moneyText(user.creditLimit) },
                { label: 'You can borrow now', value: moneyText(user.availableLimit) },
              ]}
            />
          </>
        ) : userInfo.isError ? (
          <ErrorState
            message={messageOf(userInfo.error)}
            onRetry={() => void userInfo.refetch()}
            isRetrying={userInfo.isFetching}
          />
        ) : (
          <Skeleton lines={[48, 22, 22]} />
        )}
      </Card>
      <Card>
        <Rows>
          <RowLink
            to="/me/wallet"
            icon={<Wallet aria-hidden="true" />}
            title="Wallet credit"
            aside={user && moneyText(user.walletBalance)}
          />
          <RowLink to="/me/bills" icon={<ReceiptText aria-hidden="true" />} title="Bills" />
          <RowLink to="/me/messages" icon={<Mail aria-hidden="true" />} title="Messages" />
          <RowLink to="/me/accounts" icon={<Smartphone aria-hidden="true" />} title="Mobile-money accounts" />
          <RowLink
            to="/authentication/base"
            icon={<UserRoundPen aria-hidden="true" />}
            title="Personal information"
          />
        </Rows>
      </Card>
      <Card>
        <Rows>
          <RowLink to="/agreement/privacy" icon={<FileText aria-hidden="true" />} title="Privacy Policy" />
          <RowButton
            onClick={() => setLoggingOut(true)}
            icon={<LogOut aria-hidden="true" />}
            title="Log out"
          />
        </Rows>
      </Card>
      {isLoggingOut && <LogOutDialog onClose={() => setLoggingOut(false)} />}
    </PageFrame>
  );
}

function initialsOf(name: string | undefined): string {
  const words = (name ?? 'T').trim().split(/\s+/);
  return [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => word?.[0] ?? '').join('');
}
