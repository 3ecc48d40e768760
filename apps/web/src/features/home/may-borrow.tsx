import { day } from '@thumba/lending/day';
import { moneyText } from '../../platform/money.ts';
import { navigate } from '../../platform/navigation.ts';
import { type LoanInfo, session, useSession } from '../../platform/session.ts';
import { Card, Notice } from '../../ui/card.tsx';
import { Choices } from '../../ui/field.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { LimitLadder } from './limit-ladder.tsx';
import { type LoanChoice, LoanChooser } from './loan-chooser.tsx';

export function MayBorrow({ info }: { info: LoanInfo }) {
  const productIndex = useSession((state) => state.productIndex);
  const chosen = info.marketList[productIndex];
  const product = chosen && !chosen.locked ? chosen : info.marketList.find(({ locked }) => !locked);
  if (product === undefined) {
    return (
      <Card>
        <EmptyState title="There is no loan to choose today">Please look again tomorrow.</EmptyState>
      </Card>
    );
  }
  const tabs = info.marketList.length > 1 && (
    <Choices
      legend="Product"
      isLegendHidden
      options={info.marketList.map(({ name, locked = false }, index) => ({
        value: index,
        label: name,
        isDisabled: locked,
      }))}
      value={info.marketList.indexOf(product)}
      onChange={(index) => session.setState({ productIndex: index })}
    />
  );
  return (
    <>
      {info.availableLimit < product.minAmount ? (
        <Card>
          {tabs}
          <Notice tone="warn">
            You can borrow up to {moneyText(info.availableLimit)} at the moment, and this loan starts at{' '}
            {moneyText(product.minAmount)}.
          </Notice>
        </Card>
      ) : (
        <LoanChooser
          key={product.productId}
          product={product}
          top={tabs}
          limit={info.availableLimit}
          startOn={day(info.businessDate)}
          onChoose={openEstimatedBill}
        />
      )}
      <LimitLadder info={info} />
    </>
  );
}

function openEstimatedBill({ productId, amount, termId }: LoanChoice): void {
  navigate(`/borrow-plan?productId=${productId}&amount=${amount}&termId=${termId}`);
}
