import type { Answer } from '@thumba/contract/wire';
import { dayText } from '../../platform/lusaka-time.ts';
import { moneyText } from '../../platform/money.ts';
import { useAnswer } from '../../platform/query.ts';
import { Badge, Card } from '../../ui/card.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import styles from './bill.module.css';
import { BillMissing } from './bill-missing.tsx';
import { billNumber, planBadge } from './bill-status.ts';
import { partsText, sumText, toRepayText } from './plan-totals.ts';

export function RepaymentPlanPage({ params }: { params: Record<string, string | undefined> }) {
  const answer = useAnswer('queryRepaymentPlan', { params: { id: params.orderId ?? '' } });
  const plans = answer.data?.plans;
  return (
    <PageFrame title="Repayment Plan" backTo={`/billing-details/${params.orderId ?? ''}`}>
      {answer.data && plans ? (
        plans.length > 0 ? (
          <Card title={`Bill ${billNumber(answer.data.orderId)}`}>
            <PlanTable plans={plans} />
          </Card>
        ) : (
          <EmptyState drawing="paper" title="There is no plan yet">
            The dates are set when the money has reached you.
          </EmptyState>
        )
      ) : answer.isError ? (
        <BillMissing
          error={answer.error}
          onRetry={() => void answer.refetch()}
          isRetrying={answer.isFetching}
        />
      ) : (
        <Skeleton lines={[340]} />
      )}
    </PageFrame>
  );
}

type Plans = Answer<'queryRepaymentPlan'>['plans'];

function PlanTable({ plans }: { plans: Plans }) {
  const firstOwed = plans.find((plan) => plan.remaining > 0);
  return (
    <table className={styles.plan}>
      <thead>
        <tr>
          <th scope="col">Pay by</th>
          <th scope="col">To repay</th>
          <th scope="col">Left</th>
        </tr>
      </thead>
      {plans.map((plan) => {
        const badge = planBadge(plan.status, plan.planId === firstOwed?.planId);
        return (
          <tbody key={plan.planId}>
            <tr>
              <th scope="row">{dayText(plan.dueDate)}</th>
              <td>{toRepayText([plan])}</td>
              <td>{moneyText(plan.remaining)}</td>
            </tr>
            <tr>
              <td colSpan={3} className={styles.small}>
                <span className={styles.planBadge}>
                  <Badge tone={badge.tone}>{badge.text}</Badge>
                  {plan.paid > 0 && <span>{moneyText(plan.paid)} paid</span>}
                </span>
                {partsText(plan)}
                {plan.discount > 0 && ` · coupon -${moneyText(plan.discount)}`}
              </td>
            </tr>
          </tbody>
        );
      })}
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          <td>{toRepayText(plans)}</td>
          <td>{sumText(plans, 'remaining')}</td>
        </tr>
        <tr>
          <td colSpan={3} className={styles.small}>
            {sumText(plans, 'paid')} paid so far
          </td>
        </tr>
      </tfoot>
    </table>
  );
}
