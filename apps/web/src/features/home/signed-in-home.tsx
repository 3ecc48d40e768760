import { USER_STATUS } from '@thumba/contract/codes';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'wouter';
import { lusakaHour } from '../../platform/lusaka-time.ts';
import { messageOf, useAnswer } from '../../platform/query.ts';
import { type LoanInfo, session } from '../../platform/session.ts';
import { useUserInfo } from '../../platform/user-info.ts';
import { Card, Notice } from '../../ui/card.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { Blocked, Declined, PayingOut, UnderReview } from './application-states.tsx';
import { FinishDetails } from './finish-details.tsx';
import styles from './home.module.css';
import { HomeHeader } from './home-header.tsx';
import { MayBorrow } from './may-borrow.tsx';
import { daysLateText, OpenLoan } from './open-loan.tsx';
import { type Paying, PayOverlay } from './pay-overlays.tsx';

const PAYOUT_POLL_MS = 5_000;
const REVIEW_POLL_MS = 30_000;

export function SignedInHome() {
  const loanInfo = useAnswer('getMyLoanInfo', {}, { refetchEveryMs: pollEveryMs });
  const userInfo = useUserInfo();
  useEffect(() => {
    if (loanInfo.data === undefined) return;
    const { loanType, userStatus, marketList } = loanInfo.data;
    session.setState({ loanType, userStatus, marketList });
  }, [loanInfo.data]);

  const [paying, setPaying] = useState<Paying | null>(null);
  const stopPaying = () => {
    setPaying(null);
    void loanInfo.refetch();
  };

  const info = loanInfo.data;
  const isLate = info?.userStatus === USER_STATUS.overdue;
  return (
    <>
      <HomeHeader
        look={isLate ? 'late' : 'greeting'}
        heading={isLate && info.order ? daysLateText(info.order.overdueDays) : greeting(userInfo.data?.name)}
        aside={
          <Link to="/me" className={styles.asideLink} aria-label={`Me, ${userInfo.data?.mobile ?? ''}`}>
            {userInfo.data?.mobile}
          </Link>
        }
      />
      <main className={styles.content}>
        {info ? (
          <>
            <StatusContent info={info} onPay={setPaying} />
            {info.messages.map((message) => (
              <Notice key={message}>{message}</Notice>
            ))}
          </>
        ) : (
          <Card>
            {loanInfo.isError ? (
              <ErrorState
                message={messageOf(loanInfo.error)}
                onRetry={() => void loanInfo.refetch()}
                isRetrying={loanInfo.isFetching}
              />
            ) : (
              <Skeleton lines={[24, 44, 52, 52]} />
            )}
          </Card>
        )}
      </main>
      {paying && <PayOverlay paying={paying} onClose={stopPaying} />}
    </>
  );
}

type StatusContentProps = { info: LoanInfo; onPay: (paying: Paying) => void };

function StatusContent({ info, onPay }: StatusContentProps): ReactNode {
  switch (info.userStatus) {
    case USER_STATUS.detailsUnfinished:
      return <FinishDetails />;
    case USER_STATUS.mayBorrow:
      return <MayBorrow info={info} />;
    case USER_STATUS.underReview:
      return <UnderReview info={info} />;
    case USER_STATUS.declined:
      return <Declined info={info} />;
    case USER_STATUS.payingOut:
      return <PayingOut info={info} />;
    case USER_STATUS.active:
    case USER_STATUS.overdue:
      return info.order && <OpenLoan info={info} loan={info.order} onPay={onPay} />;
    default:
      return <Blocked />;
  }
}

function pollEveryMs(info: LoanInfo | undefined): number | false {
  if (info?.userStatus === USER_STATUS.payingOut || info?.order?.pendingPaymentId) return PAYOUT_POLL_MS;
  return info?.userStatus === USER_STATUS.underReview ? REVIEW_POLL_MS : false;
}

function greeting(name: string | undefined): string {
  const hour = lusakaHour();
  const words = hour < 12 ? 'Good morning' : hour < 18 ? 'Good afternoon' : 'Good evening';
  const firstName = name?.trim().split(/\s+/)[0];
  return firstName ? `${words}, ${firstName}` : words;
}
