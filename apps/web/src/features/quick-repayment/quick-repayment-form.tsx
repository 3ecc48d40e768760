import type { Answer } from '@thumba/contract/wire';
import { useId } from 'react';
import { CallFailure } from '../../platform/call-answer.ts';
import { useForm } from '../../platform/form.ts';
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
import { AmountField, dueText } from '../payment/amount-field.tsx';
import styles from '../payment/payment.module.css';
import { rememberSubmission } from '../payment/payment-countdown.ts';
import { useAmount } from '../payment/use-amount.ts';

type Info = Answer<'quickRepayInfo'>;
type Operator = Info['operators'][number];
type Plan = Info['plans'][number];
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
  const [plan, ...laterPlans] = info.plans as [Plan, ...Plan[]];
  const amount = useAmount({ remainingAmount: plan.remaining, minRepayAmount: info.minRepayAmount });

  const form = useForm<Values, 'payAmount'>({
    initial: { payMobile: '', operator: '' },
    check: ({ payMobile }) => ({ payAmount: amount.problem(), payMobile: phoneMessage(payMobile) }),
    isBusy: submission.isPending,
    changeClearsAll: true,
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
      <Card>
        <Facts
          facts={[
            { label: words.billOf, value: info.name },
            { label: words.mobile, value: info.mobile },
          ]}
        />
      </Card>
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
      {laterPlans.length > 0 && <LaterPlans plans={laterPlans} />}
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

function LaterPlans({ plans }: { plans: readonly Plan[] }) {
  return (
    <Card title={words.afterThis}>
      <Facts
        facts={plans.map((plan) => ({
          label: words.instalmentDue(plan.loanPeriod, dayText(plan.dueDate)),
          value: moneyText(plan.remaining),
        }))}
      />
    </Card>
  );
}
