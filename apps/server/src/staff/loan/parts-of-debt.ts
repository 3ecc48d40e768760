import type { StaffAnswer } from '@thumba/contract/staff/wire';
import type { ChargeKind, Instalment, Loan } from '@thumba/lending/loan';
import { add, type Ngwee, subtract, sum, toKwacha, ZERO } from '@thumba/lending/money';

type Plan = StaffAnswer<'getLoan'>['plans'][number];
type Part = Plan['total'];
type PartInNgwee = { chargedNgwee: Ngwee; waivedNgwee: Ngwee; paidNgwee: Ngwee };

/** What was waived is no part of the amounts of an instalment any more. The page shows what was charged before it. */
function partOf(instalment: Instalment, charge: ChargeKind): PartInNgwee {
  const waivedNgwee = charge === 'principal' ? ZERO : instalment[`${charge}WaivedNgwee`];
  return {
    chargedNgwee: add(instalment[`${charge}Ngwee`], waivedNgwee),
    waivedNgwee,
    paidNgwee: instalment[`${charge}PaidNgwee`],
  };
}

function together(parts: readonly PartInNgwee[]): PartInNgwee {
  return {
    chargedNgwee: sum(parts.map((part) => part.chargedNgwee)),
    waivedNgwee: sum(parts.map((part) => part.waivedNgwee)),
    paidNgwee: sum(parts.map((part) => part.paidNgwee)),
  };
}

function shown({ chargedNgwee, waivedNgwee, paidNgwee }: PartInNgwee): Part {
  return {
    charged: toKwacha(chargedNgwee),
    waived: toKwacha(waivedNgwee),
    paid: toKwacha(paidNgwee),
    owed: toKwacha(subtract(chargedNgwee, sum([waivedNgwee, paidNgwee]))),
  };
}

function partsOf(instalments: readonly Instalment[]) {
  const of = (charge: ChargeKind) => together(instalments.map((instalment) => partOf(instalment, charge)));
  const [principal, interest, fee, penalty] = [of('principal'), of('interest'), of('fee'), of('penalty')];
  return {
    principal: shown(principal),
    interest: shown(interest),
    fee: shown(fee),
    penalty: shown(penalty),
    total: shown(together([principal, interest, fee, penalty])),
  };
}

/** A plan of a loan, which is already as of today. */
export function planOf(instalment: Instalment): Plan {
  return {
    ...partsOf([instalment]),
    period: instalment.period,
    dueOn: instalment.dueOn,
    earlierDueOn: instalment.earlierDueDates.map(({ dueOn }) => dueOn),
    state: instalment.state,
    daysLate: instalment.daysLate,
    discount: toKwacha(instalment.discountNgwee),
    rebate: toKwacha(instalment.rebateNgwee),
  };
}

/** The sums over the plans. */
export function totalsOf({ instalments }: Loan): StaffAnswer<'getLoan'>['totals'] {
  return partsOf(instalments);
}
