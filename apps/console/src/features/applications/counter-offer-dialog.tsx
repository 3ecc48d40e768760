import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { day, formatDay } from '@thumba/lending/day';
import { formatKwacha } from '@thumba/lending/money';
import { useState } from 'react';
import { fieldsOf } from '../../platform/call-failure.ts';
import { usePreview } from '../../platform/preview.ts';
import { useStaffSend } from '../../platform/query.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Select, TextField } from '../../ui/field.tsx';
import type { Application } from './use-application.ts';

type Quote = StaffAnswer<'quoteCounterOffer'>;

type CounterOfferProps = {
  application: Application;
  onClose: () => void;
  onDone: (sentence: string) => void;
};

/** Another amount or term, with what it costs the borrower, who signs it or says no. */
export function CounterOfferDialog({ application, onClose, onDone }: CounterOfferProps) {
  const { loanId, shown, offerTerms, termDays } = application;
  const asked = offerTerms.find(({ days }) => days === termDays) ?? offerTerms[0];
  const [amount, setAmount] = useState('');
  const [termId, setTermId] = useState(String(asked?.termId ?? ''));
  const send = useStaffSend('makeCounterOffer', ['listApplications']);
  const wish = { amount: Number(amount), termId: Number(termId) };
  const quote = usePreview('quoteCounterOffer', wish.amount > 0 ? { params: { loanId }, body: wish } : null);
  const problem = fieldsOf(send.error).amount ?? fieldsOf(quote.error).amount;
  return (
    <ConfirmDialog
      title={`Offer other terms: application ${loanId}`}
      effect={quote.data ? linesOf(application, quote.data) : []}
      message={quote.data?.message ?? null}
      checkers="No money is sent before the borrower signs the offer in the app, within 48 hours."
      action="Send the offer"
      isBusy={send.isPending}
      failure={problem ? null : (send.error ?? quote.error)}
      onClose={onClose}
      onConfirm={(note) =>
        send.mutate(
          { params: { loanId }, body: { ...wish, note, shown } },
          { onSuccess: ({ sentence }) => onDone(sentence) },
        )
      }
    >
      <TextField
        label="Amount in kwacha"
        inputMode="decimal"
        hint={`The borrower asked for ${formatKwacha(Math.round(application.amount * 100))}`}
        value={amount}
        onChange={setAmount}
        problem={problem}
      />
      <Select
        label="Term"
        value={termId}
        choices={offerTerms.map((term) => ({ value: String(term.termId), text: termText(term) }))}
        onChange={setTermId}
      />
    </ConfirmDialog>
  );
}

function termText({ days, instalments }: Application['offerTerms'][number]): string {
  return instalments === 1 ? `${days} days, one instalment` : `${days} days, ${instalments} instalments`;
}

function money(kwacha: number): string {
  return formatKwacha(Math.round(kwacha * 100));
}

function datesOf(instalments: Quote['instalments']): string {
  return instalments.map(({ amount, dueOn }) => `${money(amount)} on ${formatDay(day(dueOn))}`).join(', ');
}

function linesOf({ termDays, affordability }: Application, quote: Quote) {
  return [
    { title: 'Term', before: `${termDays} days`, after: `${quote.termDays} days` },
    { title: 'Receives', before: money(affordability.receives), after: money(quote.receives) },
    { title: 'Repays', before: money(affordability.repays), after: money(quote.repays) },
    { title: 'Instalments', before: datesOf(affordability.instalments), after: datesOf(quote.instalments) },
  ];
}
