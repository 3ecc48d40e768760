import type { Answer } from '@thumba/contract/wire';
import { formatPercentage } from '@thumba/lending/rate';
import { useEffect, useRef, useState } from 'react';
import { Link, useSearch } from 'wouter';
import { CallFailure } from '../../platform/call-answer.ts';
import { lazyPart } from '../../platform/lazy-part.tsx';
import { dayText } from '../../platform/lusaka-time.ts';
import { moneyText, shortMoneyText } from '../../platform/money.ts';
import { order } from '../../platform/order.ts';
import { messageOf, useAnswer } from '../../platform/query.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card, Notice, Rule } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { type Fact, Facts, MoneyLine } from '../../ui/facts.tsx';
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
import styles from './borrow.module.css';
import { costText, dueDayText, interestText, latePaymentText, serviceFeeText } from './cost-explanation.ts';
import { CouponCard, useCoupon } from './coupon-card.tsx';
import { type LoanWish, loanWishQuery, readLoanWish } from './loan-wish.ts';

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
      <EmptyState
        title={words.nothingChosen.title}
        action={
          <ButtonLink to="/home" isWide={false}>
            {words.nothingChosen.action}
          </ButtonLink>
        }
      >
        {words.nothingChosen.text}
      </EmptyState>
    </PageFrame>
  );
}

function WishedLoan({ wish }: { wish: LoanWish }) {
  const trial = useAnswer('productTrial', { body: wish });
  const loanInfo = useAnswer('getMyLoanInfo', {});
  const failed = [trial, loanInfo].filter((answer) => answer.isError && answer.data === undefined);
  const product = loanInfo.data?.marketList.find((candidate) => candidate.productId === wish.productId);
  const term = product?.terms.find((candidate) => candidate.termId === wish.termId);

  if (trial.data && product && term) {
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
      {isRefused || isUnknown ? (
        <EmptyState
          title={words.notOffered.title}
          action={
            <ButtonLink to="/home" isWide={false}>
              {words.notOffered.action}
            </ButtonLink>
          }
        >
          {isRefused ? messageOf(error) : words.notOffered.text}
        </EmptyState>
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
  const { apply, isPending, mustShowFace } = useApplication(onRefused);
  const dueDay = dueDayText(product, term);
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
      footer={
        <Button onClick={get} isBusy={isPending}>
          {words.get(shortMoneyText(estimate.receivedAmount))}
        </Button>
      }
    >
      <Card tone="dark">
        <MoneyLine
          label={words.receive}
          money={moneyText(estimate.receivedAmount)}
          detail={
            <span className={styles.receives}>
              <span>{account}</span>
              <span>{words.today}</span>
            </span>
          }
        />
      </Card>
      <Card>
        <Facts facts={costFacts(estimate, product, term)} />
        {dueDay && <p className={styles.small}>{dueDay}</p>}
      </Card>
      {estimate.plans.length > 1 && <Plans estimate={estimate} />}
      <CouponCard
        coupon={coupon}
        estimate={estimate}
        onChoose={(chosenId) => choose({ userCouponId: chosenId })}
      />
      <Card title={words.late.title}>
        <p className={styles.small}>{latePaymentText(estimate, product)}</p>
      </Card>
      <AccountAndPurpose estimate={estimate} choice={choice} choose={choose} />
      {mustShowFace && <Notice tone="bad">{words.face}</Notice>}
      <Agreement
        contractPath={`/al?${loanWishQuery(wish, choice.repayAccountId)}`}
        isChecked={hasAgreed}
        isMissing={isAgreementMissing}
        onChange={(isChecked) => {
          choose({ agreedVersion: isChecked ? estimate.contractVersion : undefined });
          setAgreementMissing(false);
        }}
      />
      <OptionalPart>
        <DeviceQuestion />
      </OptionalPart>
    </PageFrame>
  );
}

type AccountAndPurposeProps = { estimate: Estimate; choice: ApplicationChoice; choose: ChooseForApplication };

function AccountAndPurpose({ estimate, choice, choose }: AccountAndPurposeProps) {
  return (
    <Card>
      <AccountField
        isForPayout
        label={words.account}
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

function costFacts(
  estimate: Estimate,
  product: EstimatedBillProps['product'],
  term: EstimatedBillProps['term'],
): Fact[] {
  const count = estimate.plans.length;
  const lastOn = dayText(estimate.plans.at(-1)!.dueDate);
  return [
    { label: interestText(product, term), value: moneyText(estimate.interest) },
    ...(estimate.serviceFee > 0
      ? [{ label: serviceFeeText(product), value: moneyText(estimate.serviceFee) }]
      : []),
    {
      label: count === 1 ? words.repayOn(lastOn) : words.repayInParts(count, lastOn),
      value: moneyText(estimate.totalRepay),
      tone: 'strong',
    },
    { label: words.costs, value: costText(estimate, term), tone: 'cost' },
    { label: words.apr, value: formatPercentage(estimate.apr) },
    { label: words.effectiveRate, value: formatPercentage(estimate.effectiveAnnualRate) },
  ];
}

function Plans({ estimate }: { estimate: Estimate }) {
  return (
    <Card title={words.plans.title}>
      <Facts
        facts={estimate.plans.map((plan) => ({
          label: words.plans.numbered(plan.loanPeriod, dayText(plan.dueDate)),
          value: moneyText(plan.total),
        }))}
      />
      <Rule />
      <Facts facts={[{ label: words.plans.inAll, value: moneyText(estimate.totalRepay), tone: 'strong' }]} />
    </Card>
  );
}
