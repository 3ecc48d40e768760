import type { TextGroup } from '@thumba/contract/staff/text-groups';
import { addDays, type Day } from '@thumba/lending/day';
import { leastCountingNgwee } from '@thumba/lending/ladder';
import { kwacha, type Ngwee, ngwee } from '@thumba/lending/money';
import { priceLoan } from '@thumba/lending/pricing';
import { type Product, termsOf } from '@thumba/lending/product';
import type { Catalogue } from '../../book/catalogue/catalogue.ts';

/** What a message is about decides what its amount is: the loan, or a payment of it. */
export type SampleOf = { catalogue: Catalogue; on: Day; lenderPhone: string; publicUrl: string };

type Sample = Record<string, unknown>;

const SAMPLE_PRINCIPAL = kwacha(1000);
const HOURS = 48;
/** Words in brackets are left out where their figure is zero. The people who decide on them read them all. */
const LEAST_SHOWN = 1;
/** As long as the code of a link is. */
const SAMPLE_CODE = 'R1tT0kQx-8mYv_2LhS4d9A';

/** The figures of a loan of K1,000 of the first product, or of its closest amount, as it is on offer today. */
export function sampleFigures({ catalogue, on, lenderPhone, publicUrl }: SampleOf, group: TextGroup): Sample {
  const product = catalogue.products[0]!;
  const principal = closestAmount(product, SAMPLE_PRINCIPAL);
  const { instalments, totalRepayNgwee } = priceLoan(
    termsOf(product, catalogue.policy, product.terms[0]!, principal),
    on,
  );
  const [first] = instalments;
  const { totalNgwee: firstDueNgwee, dueOn: firstDueOn } = first!;
  const left = ngwee(totalRepayNgwee - firstDueNgwee);
  const asked = closestAmount(product, product.maxNgwee);
  return {
    amountNgwee: group === 'payment' ? firstDueNgwee : principal,
    askedNgwee: asked,
    firstDueNgwee,
    owedNgwee: firstDueNgwee,
    remainingNgwee: left > 0 ? left : totalRepayNgwee,
    walletNgwee: kwacha(50),
    savingNgwee: kwacha(10),
    leastCountingNgwee: ngwee(
      leastCountingNgwee(catalogue.ladder, catalogue.ladder.steps[0]!) || LEAST_SHOWN,
    ),
    minDaysHeld: catalogue.ladder.minDaysHeld || LEAST_SHOWN,
    firstDueOn,
    dueOn: firstDueOn,
    mayApplyAgainOn: addDays(on, 7),
    answerDueOn: addDays(on, 10),
    hours: HOURS,
    receiptNo: '100001-4',
    ticketNo: 100_001,
    device: 'Chrome on Android',
    lenderPhone,
    link: `${publicUrl.replace(/\/$/, '')}/qp?code=${SAMPLE_CODE}`,
  };
}

const LONGEST_AMOUNT = ngwee(12_345_678);

/** Figures as long as they get, with which a message takes the most parts. */
export function longestFigures(sample: Sample): Sample {
  const long = Object.entries(sample).map(([name, value]) => {
    if (name.endsWith('Ngwee')) return [name, LONGEST_AMOUNT];
    if (name.endsWith('On')) return [name, '2026-09-30'];
    return [name, value];
  });
  return {
    ...Object.fromEntries(long),
    receiptNo: '1000001-14',
    device: 'Samsung Internet on Android',
  };
}

function closestAmount({ minNgwee, maxNgwee, stepNgwee }: Product, wanted: Ngwee): Ngwee {
  const within = Math.min(Math.max(wanted, minNgwee), maxNgwee);
  return ngwee(minNgwee + Math.floor((within - minNgwee) / stepNgwee) * stepNgwee);
}
