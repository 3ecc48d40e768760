import { COUPON_STATUS } from '@thumba/contract/codes';
import type { Answer } from '@thumba/contract/wire';
import { shortMoneyText } from '@thumba/home/wire-money';
import { useState } from 'react';
import { dayText } from '../../platform/lusaka-time.ts';
import { useAnswer } from '../../platform/query.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Badge, Card } from '../../ui/card.tsx';
import { Choices } from '../../ui/choices.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { PAGE_SIZE, PagedList } from '../../ui/paged-list.tsx';
import { couponPageWords as words } from '../../words/coupon-page.ts';
import { titles } from '../../words/titles.ts';
import styles from './coupon.module.css';
import { couponWorthText } from './coupon-worth.ts';
import { UseCouponLink } from './use-coupon-link.tsx';

type Coupon = Answer<'listCoupons'>['items'][number];
type Tab = 1 | 3 | 4;

const { usable, applied, used, expired } = COUPON_STATUS;

const TABS = [
  { value: usable, name: 'usable' },
  { value: used, name: 'used' },
  { value: expired, name: 'expired' },
] as const;

export function CouponPage() {
  const [tab, setTab] = useState<Tab>(usable);
  return (
    <PageFrame title={titles.coupon} backTo="/me">
      <Choices
        legend={words.tabs}
        isLegendHidden
        options={TABS.map(({ value, name }) => ({ value, label: words[name] }))}
        value={tab}
        onChange={setTab}
      />
      <PagedList key={tab} usePage={PAGES[tab]} empty={<Nothing tab={tab} />}>
        {(coupons: Coupon[]) =>
          coupons.map((coupon) => <CouponCard key={coupon.userCouponId} coupon={coupon} />)
        }
      </PagedList>
    </PageFrame>
  );
}

const couponsOf = (status: Tab) => (page: number) =>
  useAnswer('listCoupons', { body: { status, page, pageSize: PAGE_SIZE } });

const PAGES = { [usable]: couponsOf(usable), [used]: couponsOf(used), [expired]: couponsOf(expired) };

function CouponCard({ coupon }: { coupon: Coupon }) {
  const { couponName, minAmount, validFrom, validTo, couponUsableStatus: status, orderId } = coupon;
  const bill = orderId === undefined ? undefined : `/billing-details/${orderId}`;
  return (
    <Card title={couponName} aside={<StatusBadge status={status} />}>
      <div>
        <p className={status === usable || status === applied ? styles.worth : styles.pastWorth}>
          {couponWorthText(coupon)}
        </p>
        <p className={styles.small}>
          {minAmount === undefined
            ? words.valid(dayText(validFrom), dayText(validTo))
            : words.validForPayments(shortMoneyText(minAmount), dayText(validFrom), dayText(validTo))}
        </p>
      </div>
      {status === usable && <UseCouponLink userCouponId={coupon.userCouponId} />}
      {status !== usable && bill && (
        <ButtonLink to={bill} variant="secondary">
          {words.seeBill}
        </ButtonLink>
      )}
    </Card>
  );
}

function StatusBadge({ status }: { status: Coupon['couponUsableStatus'] }) {
  switch (status) {
    case usable:
      return <Badge tone="good">{words.usable}</Badge>;
    case applied:
      return <Badge tone="warn">{words.applied}</Badge>;
    case used:
      return <Badge tone="neutral">{words.used}</Badge>;
    case expired:
      return <Badge tone="neutral">{words.expired}</Badge>;
  }
}

function Nothing({ tab }: { tab: Tab }) {
  const { title, text } = words.nothing[TABS.find(({ value }) => value === tab)!.name];
  return (
    <EmptyState drawing="ticket" title={title}>
      {text}
    </EmptyState>
  );
}
