import type { Answer } from '@thumba/contract/wire';
import { moneyText } from '@thumba/home/wire-money';
import { useEffect, useState } from 'react';
import { useAnswer } from '../../platform/query.ts';
import { Notice } from '../../ui/card.tsx';
import { repayWords } from '../../words/repay.ts';

/** A typed amount is asked about when the borrower pauses. */
const PAUSE_MS = 400;

type SavingNoticeProps = {
  planId: number;
  /** In kwacha. The rules allow it. */
  payAmount: number;
  isPart: boolean;
  settlement: { amount: number; saving: number } | undefined;
};

/** Says what an amount saves, and what paying off the whole loan would save, before it is paid. */
export function SavingNotice({ planId, payAmount, isPart, settlement }: SavingNoticeProps) {
  const asked = useSteady(payAmount);
  const { data } = useAnswer('previewRepayment', { body: { planId, payAmount: asked } }, { staleMs: 0 });
  const words = repayWords.saving;
  const preview = asked === payAmount ? data : undefined;
  const lines = [
    ...(preview === undefined ? [] : savingLines(preview, isPart)),
    ...(settlement ? [words.wholeLoan(moneyText(settlement.amount), moneyText(settlement.saving))] : []),
  ];
  // It keeps its place while the answer is on its way, so that nothing below it moves.
  if (preview !== undefined && lines.length === 0) return null;
  return (
    <div role="status">
      <Notice>{lines.length > 0 ? lines.map((line) => <p key={line}>{line}</p>) : words.asking}</Notice>
    </div>
  );
}

type Preview = Answer<'previewRepayment'>;

function savingLines(preview: Preview, isPart: boolean): string[] {
  const words = repayWords.saving;
  const { saving, penaltyPerDayBefore, penaltyPerDayAfter, isLateAfter, extensionFee } = preview;
  const saves = saving > 0 ? [words.interest(moneyText(saving))] : [];
  if (!isPart) return saves;
  const lowersCharges = penaltyPerDayAfter < penaltyPerDayBefore;
  return [
    ...saves,
    ...(lowersCharges
      ? [words.lateCharges(moneyText(penaltyPerDayBefore), moneyText(penaltyPerDayAfter))]
      : []),
    ...(saves.length === 0 && !lowersCharges ? [words.nothing] : []),
    isLateAfter ? words.staysLate : words.onlyRest,
    ...(extensionFee && extensionFee.after < extensionFee.before
      ? [words.deferral(moneyText(extensionFee.before), moneyText(extensionFee.after))]
      : []),
  ];
}

/** The value once it has not changed for a while. */
function useSteady(value: number): number {
  const [steady, setSteady] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSteady(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return steady;
}
