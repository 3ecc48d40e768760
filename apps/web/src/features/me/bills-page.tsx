import type { Answer } from '@thumba/contract/wire';
import { moneyText, shortMoneyText } from '@thumba/home/wire-money';
import { dayText } from '../../platform/lusaka-time.ts';
import { useAnswer } from '../../platform/query.ts';
import { Badge, Card } from '../../ui/card.tsx';
import { NothingHere } from '../../ui/empty-state.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { PAGE_SIZE, PagedList } from '../../ui/paged-list.tsx';
import { RowLink, Rows } from '../../ui/row-link.tsx';
import { billsWords } from '../../words/bills.ts';
import { titles } from '../../words/titles.ts';
import { billBadge } from '../bill/bill-badge.ts';
import { isOwed } from '../bill/bill-status.ts';

type Bill = Answer<'listOrders'>['items'][number];

const useBills = (page: number) => useAnswer('listOrders', { query: { page, pageSize: PAGE_SIZE } });

export function BillsPage() {
  return (
    <PageFrame title={titles.bills} backTo="/me">
      <PagedList usePage={useBills} empty={<NothingHere {...billsWords.empty} />}>
        {(bills: Bill[]) => (
          <Card>
            <Rows>
              {bills.map((bill) => (
                <RowLink
                  key={bill.orderId}
                  to={`/billing-details/${bill.orderId}`}
                  title={shortMoneyText(bill.principal)}
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

function BillBadge({ bill }: { bill: Bill }) {
  const { tone, text } = billBadge(bill);
  return <Badge tone={tone}>{text}</Badge>;
}

function billDetail(bill: Bill): string {
  if (!isOwed(bill)) return billsWords.askedFor(bill.productName, dayText(bill.appliedOn));
  const left = moneyText(bill.remaining);
  return bill.dueDate === undefined ? billsWords.left(left) : billsWords.leftBy(left, dayText(bill.dueDate));
}
