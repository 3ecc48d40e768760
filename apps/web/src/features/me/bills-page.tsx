import type { Answer } from '@thumba/contract/wire';
import { dayText } from '../../platform/lusaka-time.ts';
import { moneyText } from '../../platform/money.ts';
import { useAnswer } from '../../platform/query.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Badge, Card } from '../../ui/card.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { RowLink, Rows } from '../../ui/row-link.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { billBadge, isOwed } from '../bill/bill-status.ts';
import { PAGE_SIZE, PagedList } from './paged-list.tsx';

type Bill = Answer<'listOrders'>['items'][number];

const useBills = (page: number) => useAnswer('listOrders', { query: { page, pageSize: PAGE_SIZE } });

export function BillsPage() {
  return (
    <PageFrame title="Bills" backTo="/me">
      <PagedList usePage={useBills} empty={noBills}>
        {(bills: Bill[]) => (
          <Card>
            <Rows>
              {bills.map((bill) => (
                <RowLink
                  key={bill.orderId}
                  to={`/billing-details/${bill.orderId}`}
                  title={moneyText(bill.principal)}
                  detail={billDetail(bill)}
                  aside={<BillBadge bill={bill} />}
                />
              ))}
            </Rows>
          </Card>
        )}
      </PagedList>
    </PageFrame>
  );
}

const noBills = (
  <EmptyState
    drawing="paper"
    title="You have no bills yet"
    action={
      <ButtonLink to="/home" isWide={false}>
        See what I can borrow
      </ButtonLink>
    }
  >
    Each loan you take is listed here, with what you paid and when.
  </EmptyState>
);

function BillBadge({ bill }: { bill: Bill }) {
  const { tone, text } = billBadge(bill);
  return <Badge tone={tone}>{text}</Badge>;
}

function billDetail(bill: Bill): string {
  if (isOwed(bill)) return `${moneyText(bill.remaining)} left to repay`;
  return `${bill.productName}, ${dayText(bill.appliedOn)}`;
}
