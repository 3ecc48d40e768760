import { ownHomeWords } from '@thumba/home/own-home-words';
import { shortMoneyText } from '@thumba/home/wire-money';
import { day } from '@thumba/lending/day';
import { navigate } from '../../platform/navigation.ts';
import { type LoanInfo, session, useSession } from '../../platform/session.ts';
import { Card, Notice } from '../../ui/card.tsx';
import { Choices } from '../../ui/choices.tsx';
import { FaceLeft } from './face-left.tsx';
import { LaterLimitLadder } from './later-limit-ladder.tsx';
import { LaterLoanOver } from './later-loan-over.tsx';
import { LaterNothingToChoose } from './later-nothing-to-choose.tsx';
import { type LoanChoice, LoanChooser } from './loan-chooser.tsx';

export function MayBorrow({ info }: { info: LoanInfo }) {
  const productIndex = useSession((state) => state.productIndex);
  const chosen = info.marketList[productIndex];
  const product = chosen && !chosen.locked ? chosen : info.marketList.find(({ locked }) => !locked);
  if (product === undefined) {
    return (
      <Card>
        <LaterNothingToChoose />
      </Card>
    );
  }
  const tabs = info.marketList.length > 1 && (
    <Choices
      legend={ownHomeWords.product}
      isLegendHidden
      options={info.marketList.map(({ name, locked = false, opensFromLimit }, index) => ({
        value: index,
        label: name,
        isDisabled: locked,
        ...(locked ? { detail: whyLocked(opensFromLimit) } : {}),
      }))}
      value={info.marketList.indexOf(product)}
      onChange={(index) => session.setState({ productIndex: index })}
    />
  );
  return (
    <>
      {info.paidOff && <LaterLoanOver key={info.paidOff.orderId} paidOff={info.paidOff} />}
      {info.availableLimit < product.minAmount ? (
        <Card>
          {tabs}
          <Notice tone="warn">
            {ownHomeWords.belowSmallest(
              shortMoneyText(info.availableLimit),
              shortMoneyText(product.minAmount),
            )}
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
      <FaceLeft />
      <LaterLimitLadder info={info} />
    </>
  );
}

function whyLocked(opensFromLimit: number | undefined): string {
  if (opensFromLimit === undefined) return ownHomeWords.notOpenYet;
  return ownHomeWords.fromLimit(shortMoneyText(opensFromLimit));
}

function openEstimatedBill({ productId, amount, termId }: LoanChoice): void {
  navigate(`/borrow-plan?productId=${productId}&amount=${amount}&termId=${termId}`);
}
