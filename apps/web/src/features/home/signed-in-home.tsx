import { USER_STATUS } from '@thumba/contract/codes';
import { daysLateText } from '@thumba/home/days-late-text';
import { ownHomeWords } from '@thumba/home/own-home-words';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { lazyPart } from '../../platform/lazy-part.tsx';
import { useAppliedInOtherTab } from '../../platform/other-tabs.ts';
import { messageOf, refresh, useAnswer } from '../../platform/query.ts';
import type { LoanInfo } from '../../platform/session.ts';
import { showFailure } from '../../platform/toast.ts';
import { useUserInfo } from '../../platform/user-info.ts';
import { AsOf } from '../../ui/as-of.tsx';
import { Card } from '../../ui/card.tsx';
import { PartBoundary } from '../../ui/part-boundary.tsx';
import { PullToRefresh } from '../../ui/pull-to-refresh.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { useTidyCalendar } from '../calendar/due-date.ts';
import { LazyInstallBanner } from '../install/lazy-install-banner.tsx';
import { NewDeviceFirst } from '../new-device/new-device-first.tsx';
import { NoticeBar } from '../notice/notice-bar.tsx';
import { PayOverlay } from '../payment/pay-overlay.tsx';
import type { Paying } from '../payment/paying.ts';
import { greeting } from './greeting.ts';
import styles from './home.module.css';
import { HomeHeader } from './home-header.tsx';
import { MayBorrow } from './may-borrow.tsx';
import { WheelEntry } from './wheel-entry.tsx';

/** Loaded lazily: a borrower who may borrow needs none of them, and others need one. */
const OpenLoan = lazyPart(() => import('./open-loan.tsx').then((part) => part.OpenLoan));
const FinishDetails = lazyPart(() => import('./finish-details.tsx').then((part) => part.FinishDetails));
const ApplicationState = lazyPart(() =>
  import('./application-states.tsx').then((part) => part.ApplicationState),
);

const PAYOUT_POLL_MS = 5_000;
const REVIEW_POLL_MS = 30_000;

export function SignedInHome() {
  const loanInfo = useAnswer('getMyLoanInfo', {}, { refetchEveryMs: pollEveryMs });
  const userInfo = useUserInfo();

  useTidyCalendar(loanInfo);
  useAppliedInOtherTab(loanInfo.refetch);

  const [paying, setPaying] = useState<Paying | null>(null);
  const stopPaying = () => {
    setPaying(null);
    void loanInfo.refetch();
  };

  const refreshAll = async () => {
    const steps = refresh('getUserAuthProcessStep');
    const answers = await Promise.all([loanInfo.refetch(), userInfo.refetch()]);
    await steps;
    const failed = answers.find((answer) => answer.isError);
    if (failed) void showFailure(messageOf(failed.error));
  };

  const info = loanInfo.data;
  const isLate = info?.userStatus === USER_STATUS.overdue;
  return (
    <>
      <HomeHeader
        look={isLate ? 'late' : 'greeting'}
        heading={isLate && info.order ? daysLateText(info.order.overdueDays) : greeting(userInfo.data?.name)}
        aside={
          <Link
            to="/me"
            className={styles.asideLink}
            aria-label={ownHomeWords.me(userInfo.data?.mobile ?? '')}
          >
            {userInfo.data?.mobile}
          </Link>
        }
      />
      <PullToRefresh onRefresh={refreshAll} />
      <main className={styles.content}>
        {info ? (
          // The content below a part appears together with it, because otherwise it would be pushed down.
          <NewDeviceFirst>
            <AsOf answer={loanInfo} />
            <StatusContent info={info} isPaying={paying !== null} onPay={setPaying} />
            <NoticeBar />
            {!isLate && <WheelEntry />}
            <LazyInstallBanner />
          </NewDeviceFirst>
        ) : loanInfo.isError ? (
          <Card>
            <ErrorState
              message={messageOf(loanInfo.error)}
              onRetry={() => void loanInfo.refetch()}
              isRetrying={loanInfo.isFetching}
            />
          </Card>
        ) : (
          <ComingCard />
        )}
      </main>
      {paying && <PayOverlay paying={paying} onClose={stopPaying} />}
    </>
  );
}

type StatusContentProps = { info: LoanInfo; isPaying: boolean; onPay: (paying: Paying) => void };

function StatusContent(props: StatusContentProps): ReactNode {
  const { info } = props;
  if (info.userStatus === USER_STATUS.mayBorrow) return <MayBorrow info={info} />;
  return (
    <PartBoundary frame={(failed) => <Card>{failed}</Card>}>
      <StatusPart {...props} />
    </PartBoundary>
  );
}

function StatusPart({ info, ...paying }: StatusContentProps): ReactNode {
  switch (info.userStatus) {
    case USER_STATUS.active:
    case USER_STATUS.overdue:
      return info.order && <OpenLoan info={info} loan={info.order} {...paying} />;
    case USER_STATUS.detailsUnfinished:
      return <FinishDetails />;
    default:
      return <ApplicationState info={info} />;
  }
}

function ComingCard() {
  return (
    <Card>
      <Skeleton lines={[24, 44, 52, 52]} />
    </Card>
  );
}

function pollEveryMs(info: LoanInfo | undefined): number | false {
  if (info?.userStatus === USER_STATUS.payingOut || info?.order?.pendingPaymentId) return PAYOUT_POLL_MS;
  return info?.userStatus === USER_STATUS.underReview ? REVIEW_POLL_MS : false;
}
