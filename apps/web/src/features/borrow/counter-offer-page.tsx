import type { Answer } from '@thumba/contract/wire';
import { counterOfferWords as words } from '@thumba/home/counter-offer-words';
import { moneyText, shortMoneyText } from '@thumba/home/wire-money';
import { formatDayCount } from '@thumba/lending/day';
import { useState } from 'react';
import { CallFailure } from '../../platform/call-answer.ts';
import { deadlineText } from '../../platform/deadline.ts';
import { navigate } from '../../platform/navigation.ts';
import { tellOtherTabs, useAppliedInOtherTab } from '../../platform/other-tabs.ts';
import { messageOf, refresh, useAnswer, useSend } from '../../platform/query.ts';
import { showSuccess } from '../../platform/toast.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Notice } from '../../ui/card.tsx';
import { NothingHere } from '../../ui/empty-state.tsx';
import { Facts, MoneyLine } from '../../ui/facts.tsx';
import { CheckField } from '../../ui/field.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { borrowWords } from '../../words/borrow.ts';
import { titles } from '../../words/titles.ts';
import { uiWords } from '../../words/ui.ts';
import { BillCard, PlansCard } from './bill-card.tsx';
import styles from './borrow.module.css';
import { ContractText } from './contract-text.tsx';
import { latePaymentText } from './cost-explanation.ts';

const CONFLICT = 409;

type Offer = Answer<'getCounterOffer'>;

/** Another amount or term that the lender offers: its whole cost, its contract, yes or no. */
export function CounterOfferPage() {
  const loanInfo = useAnswer('getMyLoanInfo', {});
  const orderId = loanInfo.data?.counterOffer?.orderId;
  const offer = useAnswer(
    'getCounterOffer',
    { body: { orderId: orderId ?? 0 } },
    { isEnabled: orderId !== undefined },
  );
  const lookAgain = () => Promise.all([loanInfo.refetch(), offer.refetch()]);
  useAppliedInOtherTab(loanInfo.refetch);
  if (orderId !== undefined && offer.data)
    return <OfferedLoan key={offer.data.offerId} offer={offer.data} onRefused={() => void lookAgain()} />;
  const failed = [loanInfo, offer].find((answer) => answer.isError);
  const isOver = loanInfo.data !== undefined && orderId === undefined;
  const isRefused = failed?.error instanceof CallFailure && failed.error.kind === 'refused';
  return (
    <PageFrame title={titles.counterOffer} backTo="/home">
      {isOver || isRefused ? (
        <NothingHere {...words.over} action={uiWords.goHome} />
      ) : failed ? (
        <ErrorState
          message={messageOf(failed.error)}
          onRetry={() => void lookAgain()}
          isRetrying={failed.isFetching}
        />
      ) : (
        <Skeleton lines={[122, 250, 100, 76]} />
      )}
    </PageFrame>
  );
}

type OfferedLoanProps = { offer: Offer; onRefused: () => void };

function OfferedLoan({ offer, onRefused }: OfferedLoanProps) {
  const [hasAgreed, setAgreed] = useState(false);
  const [isAgreementMissing, setAgreementMissing] = useState(false);
  const { sign, isSigning } = useSignature(offer, onRefused);
  const { estimate, product, termId, until } = offer;
  const term = product.terms.find((candidate) => candidate.termId === termId);
  return (
    <PageFrame
      title={titles.counterOffer}
      backTo="/home"
      columns="even"
      footer={
        <Button
          isBusy={isSigning}
          onClick={() => {
            setAgreementMissing(!hasAgreed);
            if (hasAgreed) sign();
          }}
        >
          {borrowWords.get(shortMoneyText(estimate.receivedAmount))}
        </Button>
      }
    >
      <BesideWhatWasAsked offer={offer} />
      {term && (
        <BillCard
          estimate={estimate}
          product={product}
          term={term}
          discount={estimate.couponDiscount > 0 ? estimate.couponDiscount : undefined}
        />
      )}
      {estimate.plans.length > 1 && <PlansCard estimate={estimate} />}
      <Card title={borrowWords.late.title}>
        <p className={styles.small}>{latePaymentText(estimate, product)}</p>
      </Card>
      <Card>
        <details>
          <summary>{words.readContract}</summary>
          <ContractText contract={offer.contract} />
        </details>
      </Card>
      <CheckField
        isChecked={hasAgreed}
        onChange={(isChecked) => {
          setAgreed(isChecked);
          setAgreementMissing(false);
        }}
        error={isAgreementMissing ? borrowWords.mustAgree : undefined}
      >
        {words.agree}
      </CheckField>
      <Notice>{words.until(deadlineText(until))}</Notice>
      <SayNo offer={offer} onRefused={onRefused} />
    </PageFrame>
  );
}

function BesideWhatWasAsked({ offer: { asked, estimate, product, termId } }: { offer: Offer }) {
  const days = product.terms.find((term) => term.termId === termId)?.days ?? asked.days;
  const sumFor = (amount: number, forDays: number) =>
    words.sumFor(moneyText(amount), formatDayCount(forDays));
  return (
    <>
      <Card tone="dark">
        <MoneyLine
          label={borrowWords.receive}
          isSmaller
          money={moneyText(estimate.receivedAmount)}
          detail={estimate.receiveAccount}
        />
      </Card>
      <Card>
        <Facts
          facts={[
            { label: words.youAsked, value: sumFor(asked.amount, asked.days) },
            { label: words.repayAsked, value: moneyText(asked.totalRepay) },
            { label: words.weOffer, value: sumFor(estimate.principal, days), tone: 'strong' },
          ]}
        />
      </Card>
    </>
  );
}

/** No ends the application, so it is asked once more. */
function SayNo({ offer: { orderId, offerId }, onRefused }: OfferedLoanProps) {
  const [isAsked, setAsked] = useState(false);
  const refusing = useSend('refuseCounterOffer', { loading: 'loading' });
  if (!isAsked)
    return (
      <Button variant="quiet" onClick={() => setAsked(true)}>
        {words.no}
      </Button>
    );
  const refuse = () =>
    refusing.mutate(
      { body: { orderId, offerId } },
      { onSuccess: () => leaveForHome(words.refused), onError: (error) => ifOver(error, onRefused) },
    );
  return (
    <Card title={words.sure.title}>
      <p className={styles.small}>{words.sure.text}</p>
      <Button variant="secondary" isBusy={refusing.isPending} onClick={refuse}>
        {words.sure.yes}
      </Button>
      <Button variant="quiet" onClick={() => setAsked(false)}>
        {words.sure.keep}
      </Button>
    </Card>
  );
}

function useSignature({ orderId, offerId, contract }: Offer, onRefused: () => void) {
  const signing = useSend('signCounterOffer', { loading: 'loading' });
  const { contractVersion } = contract;
  const sign = () =>
    signing.mutate(
      { body: { orderId, offerId, contractVersion, agreed: true } },
      { onSuccess: () => leaveForHome(words.signed), onError: (error) => ifOver(error, onRefused) },
    );
  return { sign, isSigning: signing.isPending };
}

/** What was shown may no longer hold. */
function ifOver(error: unknown, onRefused: () => void): void {
  if (error instanceof CallFailure && error.code === CONFLICT) onRefused();
}

async function leaveForHome(told: string): Promise<void> {
  await refresh('getMyLoanInfo');
  void refresh('listOrders', 'getUserInfo', 'listCoupons', 'queryLoanDetail');
  tellOtherTabs();
  navigate('/home', { replace: true });
  showSuccess(told);
}
