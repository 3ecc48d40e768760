import { plural, words } from '@thumba/words/catalogue';

/**
 * The newest wording of the contract. The English is what is agreed to: once it was signed, a changed sentence needs a
 * new wording (docs/decisions/0092-the-contract-is-agreed-in-english.md). A sentence in another language is a help to
 * read it.
 */
export const contractWords = words('loanContract', {
  title: 'Loan Contract',
  whoWeAre: {
    heading: 'Who we are',
    /** The names of the lender and of the borrower, and the number of the identity card. */
    parties: (lender: string, borrower: string, nationalId: string) =>
      `This is a contract between ${lender} (“we”) and ${borrower}, NRC ${nationalId} (“you”).`,
    /** In the place of the borrower's name, where it is not known yet. */
    unnamedBorrower: 'the borrower',
    /** In the place of the number of the identity card, where it is not known yet. */
    unknownNrc: 'as on the card',
  },
  whatYouReceive: {
    heading: 'What you receive',
    lent: (amount: string, product: string) => `We lend you ${amount} (${product}).`,
    sent: (amount: string, account: string) => `We send ${amount} to ${account}.`,
    starts: 'The loan starts on the day that money arrives.',
  },
  whatYouRepay: {
    heading: 'What you repay',
    /** The payments are those of the next two lines. */
    total: (amount: string, payments: string) => `You repay ${amount} in all: ${payments}.`,
    payment: (amount: string, day: string) => `${amount} by ${day}`,
    /** Puts a payment behind the payments before it. */
    furtherPayment: (payments: string, payment: string) => `${payments}; ${payment}`,
    datesMove: 'If the money reaches you on a later day, every date moves by the same number of days.',
    /** For a loan of one instalment. The days are, for example, “30 days”. */
    dueAtMonthEnd: (days: string) =>
      `The due date is the last day of the month: the first one on or after the day on which the ${days} of the loan end.`,
    dueOnDay: (dayOfMonth: number, days: string) =>
      `The due date is day ${dayOfMonth} of the month: the first one on or after the day on which the ${days} of the loan end.`,
    eachDueAtMonthEnd: (days: string) =>
      `Each due date is the last day of the month: the first one on or after the day on which the ${days} of its instalment end, and never the date of another instalment.`,
    eachDueOnDay: (dayOfMonth: number, days: string) =>
      `Each due date is day ${dayOfMonth} of the month: the first one on or after the day on which the ${days} of its instalment end, and never the date of another instalment.`,
    extraDaysAreFree: 'The days up to it cost nothing more.',
    daysAreCounted: 'The days of the loan are counted from the day the money reaches you.',
    highestRate: (rate: string) =>
      `If that is a later day, a due date can be in a later month, and the yearly rate (APR) is at most ${rate}.`,
  },
  whatItCosts: {
    heading: 'What it costs',
    interest: (rate: string, amount: string, days: string) =>
      `Interest is ${rate} a day: ${amount} over ${days}.`,
    decliningInterest: (rate: string, amount: string, days: string) =>
      `Interest is ${rate} a day on what is still owed: ${amount} over ${days}.`,
    feeAdded: (rate: string, amount: string) => `The service fee is ${rate}: ${amount}.`,
    feeKeptBack: (rate: string, amount: string) =>
      `The service fee is ${rate}: ${amount}, kept back from the payout.`,
    together: (amount: string, percent: string) =>
      `Together this is ${amount}, or ${percent} of what you receive.`,
    yearlyRate: (rate: string) => `The yearly rate (APR) is ${rate}.`,
    effectiveRate: (rate: string) =>
      `Counted with interest on interest it is ${rate} a year (effective annual rate).`,
  },
  howYouPay: {
    heading: 'How you pay',
    pin: 'You start a payment in the app and approve it with your mobile-money PIN.',
    never: 'We never ask for your PIN.',
    link: 'Other people can also pay for you, with the link in a reminder.',
    /** The amount is the smallest rest that a part payment may leave. */
    part: (amount: string) =>
      `You may pay a part: the app shows the least amount, and a part may not leave less than ${amount} of an instalment.`,
    one: 'While one payment waits for its PIN, you cannot start another.',
    day: 'A payment counts for the day you submit it.',
  },
  order: {
    heading: 'In which order a payment counts',
    /** The charges are those of `charge`, put together by `further`. */
    within: (charges: string) => `Inside an instalment a payment covers ${charges}.`,
    further: (charges: string, next: string) => `${charges}, then ${next}`,
    charge: {
      penalty: 'late charges',
      fee: 'the service fee',
      interest: 'interest',
      principal: 'the loan itself',
    },
    oldest: 'The oldest instalment comes first.',
    more: 'If you pay more than you owe, the rest becomes wallet credit, which is your money.',
  },
  payLate: {
    heading: 'If you pay late',
    /** The days are, for example, “3 days”. */
    freeDays: (days: string) => `A payment that is up to ${days} late costs nothing more.`,
    chargeAfter: (rate: string) =>
      `After that a late charge of ${rate} of the late amount is added for each further day.`,
    chargeAtOnce: (rate: string) =>
      `A late charge of ${rate} of the late amount is added for each day that a payment is late.`,
    notOnCharges: 'Late charges are never added on late charges.',
    limit: (rate: string) =>
      `Interest, fees, late charges and what you pay for more time together are never more than ${rate} of the loan.`,
  },
  moreTime: {
    heading: 'If you need more time',
    never: 'The due dates of this loan cannot be moved.',
    move: (times: number, days: string) =>
      plural(times, {
        one: `You may move the next due date once, by ${days}, and the later ones with it.`,
        other: `You may move the next due date up to ${times} times, by ${days} each time, and the later ones with it.`,
      }),
    fromToday: 'If that date has passed, the days are counted from the day you pay.',
    price: (rate: string, yearlyRate: string) =>
      `It costs ${rate} of the loan still owed on that instalment, which is ${yearlyRate} a year, and the late charges so far are paid with it.`,
    same: 'What you owe stays the same.',
    exceptions:
      'You cannot do this while a later instalment is late too, while you follow a plan that we agreed because you cannot pay, or if all charges together would be more than the limit under “If you pay late”.',
  },
  payEarly: {
    heading: 'If you pay everything early',
    anyDay: 'You may pay the whole loan off on any day.',
    interestForDays:
      'Interest is then charged only for the days you had the money, and the app shows what you save.',
    fixedInterest: 'The interest stays the same, because it was agreed as a fixed sum.',
    instalmentBeforeDueDate:
      'An instalment that you pay before its due date gives back the daily interest on its part of the loan for the days it is early.',
    instalmentBeforeItsDays:
      'An instalment that you pay before its days have passed gives back the daily interest on its part of the loan for the days it is early.',
  },
  changeMind: {
    heading: 'If you change your mind',
    within: (hours: number) =>
      plural(hours, {
        one: 'Within 1 hour of receiving the money you may return it and owe nothing.',
        other: `Within ${hours} hours of receiving the money you may return it and owe nothing.`,
      }),
    inApp: 'You can do this in the app.',
    never: 'Once the money has reached you, this loan cannot be given back.',
    payOff: 'You may pay it off early.',
  },
  treatment: {
    heading: 'How we treat you',
    /** Two times of day, as 08:00. */
    reminders: (from: string, to: string) =>
      `We remind only you, never your contacts, and only between ${from} and ${to}.`,
    debt: 'We tell a person about your debt only if that person has a right to know.',
  },
  data: {
    heading: 'Your data',
    why: 'We keep your details to decide on and run this loan, as the privacy policy says and the Data Protection Act allows.',
    ask: 'You may ask for them at any time.',
  },
  wrong: {
    heading: 'If something is wrong',
    call: (phone: string, hours: string) => `Please call ${phone} (${hours}).`,
    courts:
      'If we cannot agree, you may go to the Bank of Zambia or to the courts of Zambia, whose law applies.',
  },
  end: {
    heading: 'When this ends',
    ends: 'The contract ends when everything is repaid.',
    lastDueDate: (day: string) => `The last due date is ${day}.`,
  },
});
