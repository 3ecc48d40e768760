import type { Answer } from '@thumba/contract/wire';
import { type FormEvent, useId, useState } from 'react';
import { CallFailure } from '../../platform/call-answer.ts';
import { dayText } from '../../platform/lusaka-time.ts';
import { moneyText } from '../../platform/money.ts';
import { phoneMessage } from '../../platform/phone-number.ts';
import { useSend } from '../../platform/query.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Notice } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { SelectField } from '../../ui/field.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { PhoneField } from '../../ui/phone-field.tsx';
import { quickRepaymentWords as words } from '../../words/quick-repayment.ts';
import { titles } from '../../words/titles.ts';
import { mobileMoneyName } from '../payment/accounts.ts';
import { AmountField, dueText, useAmount } from '../payment/amount-field.tsx';
import styles from '../payment/payment.module.css';
import { rememberSubmission } from '../payment/payment-countdown.ts';

type Info = Answer<'quickRepayInfo'>;
type Operator = Info['operators'][number];
type Plan = Info['plans'][number];
type Messages = {
  payAmount?: string | undefined;
  payMobile?: string | undefined;
  operator?: string | undefined;
};

type QuickRepaymentFormProps = {
  code: string;
  info: Info;
  onSubmitted: (paymentId: string) => void;
  /** The bill may have moved on meanwhile. */
  onRefused: () => void;
};

export function QuickRepaymentForm({ code, info, onSubmitted, onRefused }: QuickRepaymentFormProps) {
  const formId = useId();
  const [payMobile, setPayMobile] = useState('');
  const [operator, setOperator] = useState<Operator>();
  const [messages, setMessages] = useState<Messages>({});
  const submission = useSend('quickRepayRepayment', { loading: 'loading' });

  const [plan, ...laterPlans] = info.plans as [Plan, ...Plan[]];
  const amount = useAmount({ remainingAmount: plan.remaining, minRepayAmount: info.minRepayAmount });
  const { payAmount } = amount;

  const pay = (event: FormEvent) => {
    event.preventDefault();
    const wrong: Messages = {
      payAmount: amount.problem(),
      payMobile: phoneMessage(payMobile),
    };
    setMessages(wrong);
    if ((wrong.payAmount ?? wrong.payMobile) !== undefined || payAmount === undefined) return;
    if (submission.isPending) return;
    submission.mutate(
      { body: { code, planId: plan.planId, payAmount, payMobile, ...(operator ? { operator } : {}) } },
      {
        onSuccess: ({ paymentId }) => {
          rememberSubmission(paymentId);
          onSubmitted(paymentId);
        },
        onError: (error) => {
          if (!(error instanceof CallFailure) || error.kind !== 'refused') return;
          setMessages(error.fields);
          onRefused();
        },
      },
    );
  };

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
      <Card>
        <Facts
          facts={[
            { label: words.billOf, value: info.name },
            { label: words.mobile, value: info.mobile },
          ]}
        />
      </Card>
      <form id={formId} onSubmit={pay} noValidate>
        <Card>
          <div className={styles.form}>
            <AmountField
              amount={amount}
              what={dueText(plan, info.plans.length)}
              error={messages.payAmount}
              onChange={() => setMessages({})}
            />
            <PhoneField
              label={words.payMobile}
              name="payMobile"
              value={payMobile}
              onChange={(digits) => {
                setPayMobile(digits);
                setMessages({});
              }}
              error={messages.payMobile}
            />
            <SelectField
              label={words.operator}
              name="operator"
              placeholder={words.byNumber}
              value={operator ?? ''}
              error={messages.operator}
              options={info.operators.map((name) => ({ value: name, label: mobileMoneyName(name) }))}
              onChange={({ target }) => {
                setOperator(info.operators.find((name) => name === target.value));
                setMessages({});
              }}
            />
            <Notice>{words.anybody}</Notice>
          </div>
        </Card>
      </form>
      {laterPlans.length > 0 && (
        <Card title={words.afterThis}>
          <Facts
            facts={laterPlans.map((later) => ({
              label: words.instalmentDue(later.loanPeriod, dayText(later.dueDate)),
              value: moneyText(later.remaining),
            }))}
          />
        </Card>
      )}
    </PageFrame>
  );
}
