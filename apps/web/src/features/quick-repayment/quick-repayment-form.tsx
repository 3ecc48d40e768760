import type { Answer } from '@thumba/contract/wire';
import { useId } from 'react';
import { CallFailure } from '../../platform/call-answer.ts';
import { useForm } from '../../platform/form.ts';
import { phoneMessage } from '../../platform/phone-number.ts';
import { useSend } from '../../platform/query.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Notice } from '../../ui/card.tsx';
import { SelectField } from '../../ui/field.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { PhoneField } from '../../ui/phone-field.tsx';
import { quickRepaymentWords as words } from '../../words/quick-repayment.ts';
import { titles } from '../../words/titles.ts';
import { mobileMoneyName } from '../payment/accounts.ts';
import { AmountField, dueText } from '../payment/amount-field.tsx';
import styles from '../payment/payment.module.css';
import { rememberSubmission } from '../payment/payment-countdown.ts';
import { useAmount } from '../payment/use-amount.ts';
import { BillOfLink, LenderOfLink } from './bill-of-link.tsx';
import { BillParts } from './bill-parts.tsx';

type Info = Answer<'quickRepayInfo'>;
type Operator = Info['operators'][number];
type Values = { payMobile: string; operator: Operator | '' };

type QuickRepaymentFormProps = {
  code: string;
  info: Info;
  onSubmitted: (paymentId: string) => void;
  /** The bill may have changed. */
  onRefused: () => void;
};

export function QuickRepaymentForm({ code, info, onSubmitted, onRefused }: QuickRepaymentFormProps) {
  const formId = useId();
  const submission = useSend('quickRepayRepayment', { loading: 'loading' });
  const plan = info.plans[0]!;
  const amount = useAmount({
    remainingAmount: plan.remaining,
    minRepayAmount: info.minRepayAmount,
    discount: plan.discount,
  });

  const form = useForm<Values, 'payAmount'>({
    initial: { payMobile: '', operator: '' },
    check: ({ payMobile }) => ({ payAmount: amount.problem(), payMobile: phoneMessage(payMobile) }),
    isBusy: submission.isPending,
    changeClearsAll: true,
    movesFocus: true,
    send: ({ payMobile, operator }) => {
      const { payAmount } = amount;
      if (payAmount === undefined) return;
      submission.mutate(
        { body: { code, planId: plan.planId, payAmount, payMobile, ...(operator ? { operator } : {}) } },
        {
          onSuccess: ({ paymentId }) => {
            rememberSubmission(paymentId);
            onSubmitted(paymentId);
          },
          onError: (error) => {
            if (!(error instanceof CallFailure) || error.kind !== 'refused') return;
            form.showRefusal(error);
            onRefused();
          },
        },
      );
    },
  });

  return (
    <PageFrame
      title={titles.quickRepayment}
      backTo="/home"
      footer={
        <Button type="submit" form={formId} isBusy={submission.isPending}>
          {amount.buttonText}
        </Button>
      }
    >
      <LenderOfLink lender={info.lender} />
      <BillOfLink info={info} />
      <form id={formId} {...form.props}>
        <Card>
          <div className={styles.form}>
            <AmountField
              amount={amount}
              what={dueText(plan, info.plans.length)}
              error={form.messages.payAmount}
              onChange={() => form.showMessages({})}
            />
            <PhoneField {...form.field('payMobile')} label={words.payMobile} name="payMobile" />
            <OperatorField {...form.field('operator')} operators={info.operators} />
            <Notice>{words.anybody}</Notice>
          </div>
        </Card>
      </form>
      <BillParts info={info} />
    </PageFrame>
  );
}

type OperatorFieldProps = {
  operators: readonly Operator[];
  /** Empty while the prefix of the number decides. */
  value: Operator | '';
  error: string | undefined;
  onChange: (operator: Operator | '') => void;
};

function OperatorField({ operators, value, error, onChange }: OperatorFieldProps) {
  return (
    <SelectField
      label={words.operator}
      name="operator"
      placeholder={words.byNumber}
      value={value}
      error={error}
      options={operators.map((name) => ({ value: name, label: mobileMoneyName(name) }))}
      onChange={({ target }) => onChange(operators.find((name) => name === target.value) ?? '')}
    />
  );
}
