import { plural, words } from '@thumba/words/catalogue';

/** The estimated bill: what a loan costs, before it is agreed to. */
export const borrowWords = words('borrow', {
  nothingChosen: {
    title: 'Choose a loan first',
    text: 'Choose how much you need and for how long. Then you see the whole cost here.',
    action: 'Choose an amount',
  },
  notOffered: {
    title: 'This loan is not offered',
    text: 'Please choose one of the loans on the home page.',
    action: 'Choose another amount',
  },
  notOpen: {
    title: 'This loan is not open to you yet',
    text: (reason: string) => `${reason}.`,
    action: 'Choose another loan',
  },
  notNow: {
    home: 'See it on home',
    applied: {
      title: 'You have applied already',
      text: 'You do not need to apply again. Home shows how your application stands.',
    },
    hasLoan: {
      title: 'You have a loan already',
      text: 'You can borrow again when it is paid back.',
    },
    cannot: { title: 'You cannot borrow now', text: 'Home says why.' },
  },
  get: (sum: string) => `Get ${sum}`,
  receive: 'You receive',
  /** Leads back to where the amount and the days are chosen. */
  change: 'Change the loan',
  today: 'today',
  interest: (days: number, rate: string) =>
    plural(days, {
      one: `Interest, 1 day at ${rate} a day`,
      other: `Interest, ${days} days at ${rate} a day`,
    }),
  interestOnOwed: (days: number, rate: string) =>
    plural(days, {
      one: `Interest, 1 day at ${rate} a day on what is still owed`,
      other: `Interest, ${days} days at ${rate} a day on what is still owed`,
    }),
  serviceFee: (rate: string) => `Service fee, ${rate}`,
  serviceFeeKeptBack: (rate: string) => `Service fee, ${rate}, kept back from the payout`,
  repayOn: (day: string) => `You repay on ${day}`,
  repayInParts: (count: number, day: string) =>
    plural(count, { one: `You repay in 1 part by ${day}`, other: `You repay in ${count} parts by ${day}` }),
  dueDay: {
    monthEnd: 'the last day of the month',
    dayOfMonth: (day: number) => `day ${day} of the month`,
    single: (dueDay: string, days: number) =>
      plural(days, {
        one: `You repay on ${dueDay}. The days after the 1 day of the loan cost nothing.`,
        other: `You repay on ${dueDay}. The days after the ${days} days of the loan cost nothing.`,
      }),
    parts: (dueDay: string, days: number) =>
      plural(days, {
        one: `You repay each part on ${dueDay}. The days after its 1 day cost nothing.`,
        other: `You repay each part on ${dueDay}. The days after its ${days} days cost nothing.`,
      }),
  },
  costs: 'It costs you',
  costByDay: (cost: string, perDay: string) => `${cost} · ${perDay} a day`,
  apr: 'APR',
  effectiveRate: 'Effective annual rate',
  /** Below both rates. */
  ratesExplained:
    'APR is the cost as a rate for a year. The effective annual rate also counts interest on interest.',
  plans: {
    title: 'When you repay',
    numbered: (number: number, day: string) => `${number}. ${day}`,
    inAll: 'In all',
  },
  late: {
    title: 'If you pay late',
    byDay: (perDay: string) => `${perDay} a day`,
    byDayAndPart: (perDay: string) => `Up to ${perDay} a day for each late part`,
    noGrace: (perDay: string, most: string) =>
      `${perDay} from the first day late. Interest, fees, late charges and what you pay for more time are together never more than ${most}.`,
    grace: (perDay: string, days: number, most: string) =>
      plural(days, {
        one: `${perDay}. The first day late costs nothing. Interest, fees, late charges and what you pay for more time are together never more than ${most}.`,
        other: `${perDay}. The first ${days} days late cost nothing. Interest, fees, late charges and what you pay for more time are together never more than ${most}.`,
      }),
  },
  account: 'Account that receives the money',
  /** Below the account. “Me” is a tab of the app, and “Mobile-money accounts” is a row there. */
  onlyAccount:
    'We send money only to a number of your own. You can add another one in Me, under Mobile-money accounts.',
  purpose: 'What the money is for (optional)',
  purposes: {
    business: 'Stock or tools for my business',
    school: 'School fees',
    health: 'Health',
    housing: 'Rent or building',
    household: 'Food and household',
    farming: 'Farming',
    transport: 'Transport',
    family: 'Family event',
    other: 'Something else',
  },
  agree: 'I have read the <contract>Loan Contract</contract> and I agree to it',
  mustAgree: 'Please read the loan contract and agree to it first',
  done: {
    underReview: 'We have your application. A person looks at it now.',
    payingOut: 'Approved. Your money is on its way.',
    decided: 'We have decided on your application. See the answer below.',
  },
  coupon: {
    offFirstPayment: 'Off your first payment',
    offRepayment: 'Off what you repay',
    repayWithIt: 'You repay with the coupon',
  },
});
