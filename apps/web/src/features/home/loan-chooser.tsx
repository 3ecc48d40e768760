import { shortMoneyText } from '@thumba/home/wire-money';
import type { Day } from '@thumba/lending/day';
import { formatKwacha } from '@thumba/lending/money';
import { formatPercentage } from '@thumba/lending/rate';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { dayText } from '../../platform/lusaka-time.ts';
import { order, wishFor } from '../../platform/order.ts';
import { AmountSlider } from '../../ui/amount-slider.tsx';
import { Button } from '../../ui/button.tsx';
import { Badge, Card, Rule } from '../../ui/card.tsx';
import { Choices } from '../../ui/choices.tsx';
import { type Fact, Facts, MoneyLine } from '../../ui/facts.tsx';
import { loanChoiceWords } from '../../words/home.ts';
import { amountOnStep, type Product, quoteOf, type Term, termName } from './loan-quote.ts';

export type LoanChoice = { productId: number; amount: number; termId: number };

type LoanChooserProps = {
  product: Product;
  /** Shown above the amount, such as the choice of a product. */
  top?: ReactNode;
  /** The borrower's limit, or the product's maximum without a sign-in. */
  limit: number;
  startOn: Day;
  onChoose: (choice: LoanChoice) => void;
};

const FIRST_WISH = 1000;

/** Chooses amount and term, and shows the full cost at once. */
export function LoanChooser({ product, top, limit, startOn, onChoose }: LoanChooserProps) {
  const wished = useStore(order, (state) => state.appliedProduct);
  const amount = amountOnStep(product, limit, wished?.amount ?? FIRST_WISH);
  const term = product.terms.find((candidate) => candidate.termId === wished?.termId) ?? product.terms[0];
  if (term === undefined) return null;
  const choice = { productId: product.productId, amount, termId: term.termId };
  // Kept with each change, so that a borrower who signs in or comes back finds it again.
  const change = (part: Partial<LoanChoice>) => order.setState({ appliedProduct: { ...choice, ...part } });

  return (
    <Card>
      {top}
      <MoneyLine
        label={loanChoiceWords.need}
        aside={!top && <Badge tone="good">{product.name}</Badge>}
        money={shortMoneyText(amount)}
      />
      <AmountSlider
        label={loanChoiceWords.amount}
        min={product.minAmount}
        max={amountOnStep(product, limit, Number.POSITIVE_INFINITY)}
        step={product.amountStep}
        value={amount}
        onChange={(wishedAmount) => change({ amount: wishedAmount })}
        format={shortMoneyText}
      />
      <Choices
        legend={loanChoiceWords.howLong}
        isLegendHidden
        options={[...product.terms]
          .sort((a, b) => a.days - b.days)
          .map((option) => ({ value: option.termId, label: termName(option) }))}
        value={term.termId}
        onChange={(termId) => change({ termId })}
      />
      <Rule />
      <Facts facts={quoteFacts(product, term, amount, startOn)} />
      <Button
        onClick={() => {
          wishFor(choice);
          onChoose(choice);
        }}
      >
        {loanChoiceWords.get(shortMoneyText(amount))}
      </Button>
    </Card>
  );
}

function quoteFacts(product: Product, term: Term, amount: number, startOn: Day): Fact[] {
  const quote = quoteOf(product, term, amount, startOn);
  const count = quote.instalments.length;
  const last = quote.instalments.at(-1);
  const lastOn = last === undefined ? '' : dayText(last.dueOn);
  return [
    { label: loanChoiceWords.receive, value: formatKwacha(quote.receivedNgwee) },
    {
      label: count === 1 ? loanChoiceWords.repayOn(lastOn) : loanChoiceWords.repayInParts(count, lastOn),
      value: formatKwacha(quote.totalRepayNgwee),
    },
    {
      label: loanChoiceWords.cost,
      value: loanChoiceWords.costAndRate(formatKwacha(quote.totalCostNgwee), formatPercentage(quote.apr)),
      tone: 'cost',
    },
  ];
}
