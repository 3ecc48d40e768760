import { USER_STATUS } from '@thumba/contract/codes';
import type { Answer } from '@thumba/contract/wire';
import { moneyText, shortMoneyText } from '@thumba/home/wire-money';
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark';
import FerrisWheel from 'lucide-react/icons/ferris-wheel';
import FileText from 'lucide-react/icons/file-text';
import ListChecks from 'lucide-react/icons/list-checks';
import LogOut from 'lucide-react/icons/log-out';
import Mail from 'lucide-react/icons/mail';
import ReceiptText from 'lucide-react/icons/receipt-text';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import SearchCheck from 'lucide-react/icons/search-check';
import Settings from 'lucide-react/icons/settings';
import Smartphone from 'lucide-react/icons/smartphone';
import Ticket from 'lucide-react/icons/ticket';
import UserRoundPen from 'lucide-react/icons/user-round-pen';
import Wallet from 'lucide-react/icons/wallet';
import { useState } from 'react';
import { authenticationPath } from '../../platform/authentication-step.ts';
import { useAnswer } from '../../platform/query.ts';
import { useUserInfo } from '../../platform/user-info.ts';
import { Badge, Card, Rule } from '../../ui/card.tsx';
import { Coming } from '../../ui/coming.tsx';
import { Facts } from '../../ui/facts.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { PAGE_SIZE } from '../../ui/paged-list.tsx';
import { RowButton, RowLink, Rows } from '../../ui/row-link.tsx';
import { finishDetailsWords } from '../../words/finish-details.ts';
import { meWords } from '../../words/me.ts';
import { titles } from '../../words/titles.ts';
import { InstallRow } from '../install/install-entry.tsx';
import { LogOutDialog } from '../login/log-out-dialog.tsx';
import { NewDeviceFirst } from '../new-device/new-device-first.tsx';
import styles from './me.module.css';
import { newestSeen } from './newest-message.ts';

export function MePage() {
  const userInfo = useUserInfo();
  const [isLoggingOut, setLoggingOut] = useState(false);
  const user = userInfo.data;
  // A line below the limit depends on it. It is waited for, so that the line does not push the rest down.
  const loanInfo = useAnswer('getMyLoanInfo', {});
  const { rows } = meWords;
  return (
    <PageFrame title={titles.me} hasTabBar columns="even">
      <NewDeviceFirst>
        <Card>
          {user && !loanInfo.isPending ? (
            <Borrower user={user} hasLoan={owesMoney(loanInfo.data)} />
          ) : (
            <Coming answers={[userInfo]} lines={[48, 22, 22]} />
          )}
        </Card>
        <MoneyRows user={user} />
        <Card>
          <Rows>
            <RowLink
              to="/authentication/base"
              icon={<UserRoundPen aria-hidden="true" />}
              title={rows.personalInformation}
            />
            {user && <QuestionsLeft user={user} />}
            <RowLink to="/me/number" icon={<RefreshCw aria-hidden="true" />} title={rows.number} />
            <RowLink to="/me/accounts" icon={<Smartphone aria-hidden="true" />} title={rows.accounts} />
          </Rows>
        </Card>
        <Card>
          <Rows>
            <RowLink to="/me/claim" icon={<SearchCheck aria-hidden="true" />} {...rows.claim} />
            <RowLink to="/me/help" icon={<CircleQuestionMark aria-hidden="true" />} {...rows.help} />
            <RowLink to="/set" icon={<Settings aria-hidden="true" />} title={rows.settings} />
            <InstallRow />
            <RowLink to="/agreement/privacy" icon={<FileText aria-hidden="true" />} title={rows.privacy} />
            <RowButton
              onClick={() => setLoggingOut(true)}
              icon={<LogOut aria-hidden="true" />}
              title={rows.logOut}
            />
          </Rows>
        </Card>
      </NewDeviceFirst>
      {isLoggingOut && <LogOutDialog onClose={() => setLoggingOut(false)} />}
    </PageFrame>
  );
}

type User = Answer<'getUserInfo'>;

/** The way back to the questions that were skipped. Before the forms are done, home names them. */
function QuestionsLeft({ user: { authStep, questionsWaiting } }: { user: User }) {
  if (questionsWaiting === 0 || authenticationPath(authStep) !== undefined) return null;
  const { name, detail } = finishDetailsWords.questions;
  return (
    <RowLink
      to="/authentication/questionnaire"
      icon={<ListChecks aria-hidden="true" />}
      title={name}
      detail={detail(questionsWaiting)}
    />
  );
}

function owesMoney(info: Answer<'getMyLoanInfo'> | undefined): boolean {
  return info?.userStatus === USER_STATUS.active || info?.userStatus === USER_STATUS.overdue;
}

/** The name and number of the borrower, with the limit. */
function Borrower({ user, hasLoan }: { user: User; hasLoan: boolean }) {
  const isWithoutDetails = authenticationPath(user.authStep) !== undefined;
  return (
    <>
      <div className={styles.who}>
        <span className={styles.initials} aria-hidden="true">
          {initialsOf(user.name)}
        </span>
        <div className={styles.words}>
          <p className={styles.name}>{user.name ?? meWords.welcome}</p>
          <p className={styles.number}>{user.mobile}</p>
        </div>
      </div>
      <Rule />
      <Facts
        facts={[
          { label: meWords.limit, value: shortMoneyText(user.creditLimit) },
          {
            label: isWithoutDetails ? meWords.availableAfterDetails : meWords.availableLimit,
            value: shortMoneyText(user.availableLimit),
          },
        ]}
      />
      {hasLoan && <p className={styles.number}>{meWords.oneLoanAtATime}</p>}
    </>
  );
}

function MoneyRows({ user }: { user: User | undefined }) {
  const { rows } = meWords;
  return (
    <Card>
      <Rows>
        <RowLink
          to="/me/wallet"
          icon={<Wallet aria-hidden="true" />}
          title={rows.wallet}
          aside={user && moneyText(user.walletBalance)}
        />
        <RowLink
          to="/coupon"
          icon={<Ticket aria-hidden="true" />}
          title={rows.coupons}
          aside={user && String(user.couponCount)}
        />
        <RowLink to="/me/bills" icon={<ReceiptText aria-hidden="true" />} title={rows.bills} />
        <RowLink
          to="/me/messages"
          icon={<Mail aria-hidden="true" />}
          title={rows.messages}
          aside={user && <NewMessages userId={user.userId} />}
        />
        <RowLink to="/activity/turntable" icon={<FerrisWheel aria-hidden="true" />} title={rows.wheel} />
      </Rows>
    </Card>
  );
}

function NewMessages({ userId }: { userId: number }) {
  const messages = useAnswer('listMessages', { query: { page: 1, pageSize: PAGE_SIZE } });
  const seen = newestSeen(userId);
  const count = messages.data?.items.filter(({ messageId }) => messageId > seen).length ?? 0;
  return count > 0 && <Badge tone="good">{meWords.rows.newMessages(count)}</Badge>;
}

function initialsOf(name: string | undefined): string {
  const words = (name ?? 'T').trim().split(/\s+/);
  return [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => word?.[0] ?? '').join('');
}
