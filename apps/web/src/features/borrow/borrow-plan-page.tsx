import { USER_STATUS } from '@thumba/contract/codes';
import type { Answer } from '@thumba/contract/wire';
import { useEffect, useRef, useState } from 'react';
import { Link, useSearch } from 'wouter';
import { CallFailure } from '../../platform/call-answer.ts';
import { dayText } from '../../platform/lusaka-time.ts';
import { moneyText, shortMoneyText } from '../../platform/money.ts';
import { navigate } from '../../platform/navigation.ts';
import { order } from '../../platform/order.ts';
import { messageOf, refresh, useAnswer, useSend } from '../../platform/query.ts';
import { showSuccess } from '../../platform/toast.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card, Notice, Rule } from '../../ui/card.tsx';
import { type Fact, Facts, MoneyLine } from '../../ui/facts.tsx';
import { CheckField, SelectField } from '../../ui/field.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import { AccountField } from '../bill/account-field.tsx';
import { accountText } from '../bill/accounts.ts';
import { forgetApplicationChoice, useApplicationChoice } from './application-choice.ts';
import styles from './borrow.module.css';
import { costText, interestText, latePaymentText, serviceFeeText } from './cost-explanation.ts';
import { type LoanWish, loanWishQuery, readLoanWish } from './loan-wish.ts';

const TITLE = 'Estimated bill';
const CONFLICT = 409;

type Estimate = Answer<'productTrial'>;
type LoanInfo = Answer<'getMyLoanInfo'>;

const PURPOSES = [
  'Stock or tools for my business',
  'School fees',
  'Health',
  'Rent or building',
  'Food and household',
  'Farming',
  'Transport',
  'Family event',
  'Something else',
].map((purpose) => ({ value: purpose, label: purpose }));

export function BorrowPlanPage() {
  const search = useSearch();
  const wish = readLoanWish(search) ?? order.getState().appliedProduct;
  if (wish === null) return <NothingChosen />;
  return <WishedLoan key={loanWishQuery(wish)} wish={wish} />;
}

function NothingChosen() {
  return (
    <PageFrame title={TITLE} backTo="/home">
      <EmptyState
        title="Choose a loan first"
        action={
          <ButtonLink to="/home" isWide={false}>
            Choose an amount
          </ButtonLink>
        }
      >
        Say how much you need and for how long, and here you see the whole cost.
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
    <PageFrame title={TITLE} backTo="/home">
      {isRefused || isUnknown ? (
        <EmptyState
          title="This loan is not offered"
          action={
            <ButtonLink to="/home" isWide={false}>
              Choose another amount
            </ButtonLink>
          }
        >
          {isRefused ? messageOf(error) : 'Please choose one of the loans on the home page.'}
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
  const wishQuery = loanWishQuery(wish);
  const [choice, choose] = useApplicationChoice(wishQuery);
  const [isAgreementMissing, setAgreementMissing] = useState(false);
  const [mustShowFace, setMustShowFace] = useState(false);
  const agreement = useRef<HTMLDivElement>(null);
  const application = useSend('appManualGetLoan', { loading: 'Loading...' });
  const account = useAccountText(choice.repayAccountId, estimate.receiveAccount);
  const hasAgreed = choice.agreedVersion === estimate.contractVersion;

  useEffect(() => {
    if (!isAgreementMissing) return;
    agreement.current?.querySelector('input')?.focus({ preventScroll: true });
    agreement.current?.scrollIntoView({ block: 'center' });
  }, [isAgreementMissing]);

  const apply = () => {
    setAgreementMissing(!hasAgreed);
    if (!hasAgreed || application.isPending) return;
    application.mutate(
      {
        body: {
          ...wish,
          ...(choice.repayAccountId === undefined ? {} : { repayAccountId: choice.repayAccountId }),
          ...(choice.purpose === '' ? {} : { purpose: choice.purpose }),
          contractVersion: estimate.contractVersion,
          agreed: true,
        },
      },
      {
        onSuccess: ({ orderId, userStatus }) => {
          order.setState({ orderId });
          leaveForHome();
          showSuccess(successText(userStatus));
        },
        onError: (error) => {
          if (!(error instanceof CallFailure)) return;
          if (error.reason === 'face_required') setMustShowFace(true);
          if (error.code === CONFLICT && error.data.orderId !== undefined) leaveForHome();
          else if (error.kind === 'refused') onRefused();
        },
      },
    );
  };

  return (
    <PageFrame
      title={TITLE}
      backTo="/home"
      footer={
        <Button onClick={apply} isBusy={application.isPending}>
          Get {shortMoneyText(estimate.receivedAmount)}
        </Button>
      }
    >
      <Card tone="dark">
        <MoneyLine
          label="You receive"
          money={moneyText(estimate.receivedAmount)}
          detail={
            <span className={styles.receives}>
              <span>{account}</span>
              <span>today</span>
            </span>
          }
        />
      </Card>
      <Card>
        <Facts facts={costFacts(estimate, product, term)} />
      </Card>
      {estimate.plans.length > 1 && <Plans estimate={estimate} />}
      <Card title="If you pay late">
        <p className={styles.small}>{latePaymentText(estimate, product)}</p>
      </Card>
      <Card>
        <AccountField
          label="Account that receives the money"
          preset={{ text: estimate.receiveAccount }}
          value={choice.repayAccountId}
          onChange={(repayAccountId) => choose({ repayAccountId })}
        />
        <SelectField
          label="What the money is for (optional)"
          options={PURPOSES}
          value={choice.purpose}
          onChange={({ target }) => choose({ purpose: target.value })}
        />
      </Card>
      {mustShowFace && (
        <Notice tone="bad">
          We could not apply for you: please confirm your identity with a picture of your face first. Nothing
          was borrowed.
        </Notice>
      )}
      <div ref={agreement}>
        <CheckField
          isChecked={hasAgreed}
          onChange={(isChecked) => {
            choose({ agreedVersion: isChecked ? estimate.contractVersion : undefined });
            setAgreementMissing(false);
          }}
          error={isAgreementMissing ? 'Please read the loan contract and agree to it first' : undefined}
        >
          I have read the <Link to={`/al?${loanWishQuery(wish, choice.repayAccountId)}`}>Loan Contract</Link>{' '}
          and I agree to it
        </CheckField>
      </div>
    </PageFrame>
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
      label: count === 1 ? `You repay on ${lastOn}` : `You repay in ${count} parts by ${lastOn}`,
      value: moneyText(estimate.totalRepay),
      tone: 'strong',
    },
    { label: 'It costs you', value: costText(estimate, term), tone: 'cost' },
    { label: 'APR', value: `${estimate.apr.toFixed(1)}%` },
  ];
}

function Plans({ estimate }: { estimate: Estimate }) {
  return (
    <Card title="When you repay">
      <Facts
        facts={estimate.plans.map((plan) => ({
          label: `${plan.loanPeriod}. ${dayText(plan.dueDate)}`,
          value: moneyText(plan.total),
        }))}
      />
      <Rule />
      <Facts facts={[{ label: 'In all', value: moneyText(estimate.totalRepay), tone: 'strong' }]} />
    </Card>
  );
}

/** The home page says where the application stands now. */
function leaveForHome(): void {
  forgetApplicationChoice();
  void refresh('getMyLoanInfo', 'listOrders', 'getUserInfo');
  navigate('/home', { replace: true });
}

function successText(userStatus: number): string {
  if (userStatus === USER_STATUS.underReview) return 'We have your application. A person looks at it now.';
  if (userStatus === USER_STATUS.payingOut) return 'Approved. Your money is on its way.';
  return 'We have decided on your application. Please see below.';
}
