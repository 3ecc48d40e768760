import { USER_STATUS } from '@thumba/contract/codes';
import type { Answer } from '@thumba/contract/wire';
import { moneyText, shortMoneyText } from '@thumba/home/wire-money';
import { useEffect, useRef, useState } from 'react';
import { Link, useSearch } from 'wouter';
import { CallFailure } from '../../platform/call-answer.ts';
import { lazyPart } from '../../platform/lazy-part.tsx';
import { type LoanWish, loanWishQuery, readLoanWish } from '../../platform/loan-wish.ts';
import { navigate } from '../../platform/navigation.ts';
import { order, wishFor } from '../../platform/order.ts';
import { useAppliedInOtherTab } from '../../platform/other-tabs.ts';
import { messageOf, useAnswer } from '../../platform/query.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { NothingHere } from '../../ui/empty-state.tsx';
import { MoneyLine } from '../../ui/facts.tsx';
import { CheckField, SelectField } from '../../ui/field.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { OptionalPart } from '../../ui/part-boundary.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { borrowWords as words } from '../../words/borrow.ts';
import { richText } from '../../words/rich-text.tsx';
import { titles } from '../../words/titles.ts';
import { tellDeviceData } from '../device-data/device-data.ts';
import { AccountField } from '../payment/account-field.tsx';
import { accountText } from '../payment/accounts.ts';
import { applicationOf, useApplication } from './application.ts';
import {
  type ApplicationChoice,
  type ChooseForApplication,
  useApplicationChoice,
} from './application-choice.ts';
import { BillCard, PlansCard } from './bill-card.tsx';
import styles from './borrow.module.css';
import { latePaymentText } from './cost-explanation.ts';
import { CouponCard, useCoupon } from './coupon-card.tsx';

const IfPlansChange = lazyPart(() => import('./if-plans-change.tsx').then((part) => part.IfPlansChange));
const DeviceQuestion = lazyPart(() =>
  import('../consent/device-question.tsx').then((part) => part.DeviceQuestion),
);

type Estimate = Answer<'productTrial'>;
type LoanInfo = Answer<'getMyLoanInfo'>;

export function BorrowPlanPage() {
  const search = useSearch();
  const wish = readLoanWish(search) ?? order.getState().appliedProduct;
  if (wish === null) return <NothingChosen />;
  return <WishedLoan key={loanWishQuery(wish)} wish={wish} />;
}

function NothingChosen() {
  return (
    <PageFrame title={titles.estimatedBill} backTo="/home">
      <NothingHere {...words.nothingChosen} />
    </PageFrame>
  );
}

function WishedLoan({ wish }: { wish: LoanWish }) {
  const loanInfo = useAnswer('getMyLoanInfo', {});
  useAppliedInOtherTab(loanInfo.refetch);
  const { isElsewhere, wasOnTheWay } = useWay(wish, loanInfo.data?.userStatus);
  // After a sign-in it is not known yet whether the borrower may borrow.
  const isTrialDue = !isElsewhere && (!wasOnTheWay || loanInfo.data !== undefined);
  const trial = useAnswer('productTrial', { body: wish }, { isEnabled: isTrialDue });
  const failed = [trial, loanInfo].filter((answer) => answer.isError && answer.data === undefined);
  const product = loanInfo.data?.marketList.find((candidate) => candidate.productId === wish.productId);
  const term = product?.terms.find((candidate) => candidate.termId === wish.termId);

  const notNow = loanInfo.data && !isElsewhere && reasonNotNow(loanInfo.data.userStatus);
  if (notNow) {
    return (
      <PageFrame title={titles.estimatedBill} backTo="/home">
        <NothingHere {...notNow} action={words.notNow.home} />
      </PageFrame>
    );
  }
  if (trial.data && product && term && !isElsewhere) {
    return (
      <EstimatedBill
        wish={wish}
        estimate={trial.data}
        product={product}
        term={term}
        onRefused={() => void trial.refetch()}
      />
    );
  }
  const error = failed[0]?.error;
  const isRefused = error instanceof CallFailure && error.kind === 'refused';
  const isUnknown = error === undefined && trial.data !== undefined && loanInfo.data !== undefined;
  return (
    <PageFrame title={titles.estimatedBill} backTo="/home">
      {isElsewhere ? (
        <Skeleton lines={[122, 250, 100, 76]} />
      ) : product?.lockedReason ? (
        <NothingHere {...words.notOpen} text={words.notOpen.text(product.lockedReason)} />
      ) : isRefused || isUnknown ? (
        <NothingHere {...words.notOffered} text={isRefused ? messageOf(error) : words.notOffered.text} />
      ) : error ? (
        <ErrorState
          message={messageOf(error)}
          onRetry={() => {
            for (const answer of failed) void answer.refetch();
          }}
          isRetrying={failed.some((answer) => answer.isFetching)}
        />
      ) : (
        <Skeleton lines={[122, 250, 100, 76]} />
      )}
    </PageFrame>
  );
}

/** Why a borrower cannot apply now, or undefined where they can. */
function reasonNotNow(userStatus: number): { title: string; text: string } | undefined {
  switch (userStatus) {
    case USER_STATUS.underReview:
    case USER_STATUS.payingOut:
      return words.notNow.applied;
    case USER_STATUS.active:
    case USER_STATUS.overdue:
      return words.notNow.hasLoan;
    case USER_STATUS.declined:
    case USER_STATUS.blocked:
      return words.notNow.cannot;
    default:
      return undefined;
  }
}

/**
 * A borrower who arrives here is no longer on the way. A new borrower fills in the forms first, which lead back here. A
 * borrower who comes from signing in and may not borrow now sees why at home.
 */
function useWay(wish: LoanWish, userStatus: number | undefined) {
  const { productId, amount, termId } = wish;
  const [wasOnTheWay] = useState(() => order.getState().isOnTheWay);
  const [arrivedWith, setArrivedWith] = useState(userStatus);
  if (arrivedWith === undefined && userStatus !== undefined) setArrivedWith(userStatus);
  const isNew = arrivedWith === USER_STATUS.detailsUnfinished;
  const mayBorrow = arrivedWith === undefined || arrivedWith === USER_STATUS.mayBorrow;
  const isSentHome = wasOnTheWay && !isNew && !mayBorrow;
  useEffect(() => {
    if (userStatus === undefined) return;
    if (isNew) wishFor({ productId, amount, termId });
    else order.setState({ isOnTheWay: false });
    if (isNew) navigate('/authentication', { replace: true });
    if (isSentHome) navigate('/home', { replace: true });
  }, [userStatus, isNew, isSentHome, productId, amount, termId]);
  return { wasOnTheWay, isElsewhere: isNew || isSentHome };
}

type EstimatedBillProps = {
  wish: LoanWish;
  estimate: Estimate;
  product: LoanInfo['marketList'][number];
  term: LoanInfo['marketList'][number]['terms'][number];
  /** What was shown may no longer hold. */
  onRefused: () => void;
};

function EstimatedBill({ wish, estimate, product, term, onRefused }: EstimatedBillProps) {
  const [choice, choose] = useApplicationChoice(loanWishQuery(wish));
  const [isAgreementMissing, setAgreementMissing] = useState(false);
  const account = useAccountText(choice.repayAccountId, estimate.receiveAccount);
  const coupon = useCoupon(wish, estimate, choice.userCouponId);
  const { apply, isPending } = useApplication(onRefused);
  const hasAgreed = choice.agreedVersion === estimate.contractVersion;

  const get = () => {
    setAgreementMissing(!hasAgreed);
    if (!hasAgreed || isPending) return;
    tellDeviceData('application');
    apply(applicationOf({ wish, estimate, choice, userCouponId: coupon.userCouponId }));
  };

  return (
    <PageFrame
      title={titles.estimatedBill}
      backTo="/home"
      columns="even"
      footer={
        <Button onClick={get} isBusy={isPending}>
          {words.get(shortMoneyText(estimate.receivedAmount))}
        </Button>
      }
    >
      <ReceivedCard sum={estimate.receivedAmount} account={account} />
      <BillCard
        estimate={estimate}
        product={product}
        term={term}
        discount={coupon.userCouponId === undefined ? undefined : coupon.discount}
      />
      {estimate.plans.length > 1 && <PlansCard estimate={estimate} />}
      <CouponCard
        coupon={coupon}
        estimate={estimate}
        onChoose={(chosenId) => choose({ userCouponId: chosenId })}
      />
      <Card title={words.late.title}>
        <p className={styles.small}>{latePaymentText(estimate, product)}</p>
      </Card>
      <AccountAndPurpose estimate={estimate} choice={choice} choose={choose} />
      <OptionalPart>
        <IfPlansChange estimate={estimate} product={product} />
        <DeviceQuestion />
      </OptionalPart>
      <Agreement
        contractPath={`/al?${loanWishQuery(wish, choice.repayAccountId)}`}
        isChecked={hasAgreed}
        isMissing={isAgreementMissing}
        onChange={(isChecked) => {
          choose({ agreedVersion: isChecked ? estimate.contractVersion : undefined });
          setAgreementMissing(false);
        }}
      />
    </PageFrame>
  );
}

function ReceivedCard({ sum, account }: { sum: number; account: string }) {
  return (
    <Card tone="dark">
      <MoneyLine
        label={words.receive}
        aside={
          <Link to="/home" className={styles.change}>
            {words.change}
          </Link>
        }
        isSmaller
        money={moneyText(sum)}
        detail={
          <span className={styles.receives}>
            <span>{account}</span>
            <span>{words.today}</span>
          </span>
        }
      />
    </Card>
  );
}

type AccountAndPurposeProps = { estimate: Estimate; choice: ApplicationChoice; choose: ChooseForApplication };

function AccountAndPurpose({ estimate, choice, choose }: AccountAndPurposeProps) {
  return (
    <Card>
      <AccountField
        isForPayout
        label={words.account}
        onlyOneHint={words.onlyAccount}
        preset={{ text: estimate.receiveAccount }}
        value={choice.repayAccountId}
        onChange={(repayAccountId) => choose({ repayAccountId })}
      />
      <SelectField
        label={words.purpose}
        options={Object.entries(words.purposes).map(([value, label]) => ({ value, label }))}
        value={choice.purpose}
        onChange={({ target }) => choose({ purpose: target.value })}
      />
    </Card>
  );
}

type AgreementProps = {
  contractPath: string;
  isChecked: boolean;
  /** The borrower tried to apply without it. */
  isMissing: boolean;
  onChange: (isChecked: boolean) => void;
};

function Agreement({ contractPath, isChecked, isMissing, onChange }: AgreementProps) {
  const field = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isMissing) return;
    field.current?.querySelector('input')?.focus({ preventScroll: true });
    field.current?.scrollIntoView({ block: 'center' });
  }, [isMissing]);
  return (
    <div ref={field}>
      <CheckField isChecked={isChecked} onChange={onChange} error={isMissing ? words.mustAgree : undefined}>
        {richText(words.agree, { contract: (text) => <Link to={contractPath}>{text}</Link> })}
      </CheckField>
    </div>
  );
}

function useAccountText(repayAccountId: number | undefined, preset: string): string {
  const accounts = useAnswer('listAccounts', {}, { staleMs: 60_000 });
  const chosen = accounts.data?.find((account) => account.repayAccountId === repayAccountId);
  return chosen ? accountText(chosen) : preset;
}
