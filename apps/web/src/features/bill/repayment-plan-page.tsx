import type { Answer } from '@thumba/contract/wire';
import { moneyText } from '@thumba/home/wire-money';
import { billNumber } from '../../platform/bill-number.ts';
import { dayText } from '../../platform/lusaka-time.ts';
import { useAnswer } from '../../platform/query.ts';
import { AsOf } from '../../ui/as-of.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Badge, Card, Notice } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { repaymentPlanWords as words } from '../../words/repayment-plan.ts';
import { titles } from '../../words/titles.ts';
import styles from './bill.module.css';
import { planBadge } from './bill-badge.ts';
import { BillMissing } from './bill-missing.tsx';
import { hasPlan, mayBePaid } from './bill-status.ts';
import { planCouponText } from './plan-coupon.ts';
import { partsText, sumText, toRepayText } from './plan-totals.ts';

export function RepaymentPlanPage({ params }: { params: Record<string, string | undefined> }) {
  const answer = useAnswer('queryRepaymentPlan', { params: { id: params.orderId ?? '' } });
  const plans = answer.data?.plans;
  const billPath = `/billing-details/${params.orderId ?? ''}`;
  return (
    <PageFrame title={titles.repaymentPlan} backTo={billPath}>
      <AsOf answer={answer} />
      {answer.data && plans ? (
        hasPlan(answer.data) ? (
          <Card title={words.bill(billNumber(answer.data.orderId))}>
            <PlanTable plans={plans} />
            <PlanCoupon {...answer.data} />
          </Card>
        ) : (
          <EmptyState
            drawing="paper"
            title={words.none}
            action={
              <ButtonLink to={billPath} variant="secondary" isWide={false}>
                {words.seeBill}
              </ButtonLink>
            }
          >
            {answer.data.status === 'declined' ? words.declined : words.cancelled}
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

/** The table has what is owed without the coupon, because it counts only for a plan that is paid in full. */
function PlanCoupon({ status, plans }: Pick<Answer<'queryRepaymentPlan'>, 'status' | 'plans'>) {
  const text = mayBePaid({ status }) ? planCouponText(plans) : undefined;
  return text && <Notice>{text}</Notice>;
}

function PlanTable({ plans }: { plans: Plans }) {
  const firstOwed = plans.find((plan) => plan.remaining > 0);
  return (
    <table className={styles.plan}>
      <thead>
        <tr>
          <th scope="col">{words.payBy}</th>
          <th scope="col">{words.toRepay}</th>
          <th scope="col">{words.left}</th>
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
                  {plan.paid > 0 && <span>{words.paid(moneyText(plan.paid))}</span>}
                </span>
                {partsText(plan)}
              </td>
            </tr>
          </tbody>
        );
      })}
      <tfoot>
        <tr>
          <th scope="row">{words.total}</th>
          <td>{toRepayText(plans)}</td>
          <td>{sumText(plans, 'remaining')}</td>
        </tr>
        <tr>
          <td colSpan={3} className={styles.small}>
            {words.paidSoFar(sumText(plans, 'paid'))}
          </td>
        </tr>
      </tfoot>
    </table>
  );
}
