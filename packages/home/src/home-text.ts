import { USER_STATUS } from '@thumba/contract/codes';
import { formatDayCount } from '@thumba/lending/day';
import { applicationWords } from './application-words.ts';
import type { HomeCard, LoanInfo, OpenLoanSummary } from './card.ts';
import { counterOfferWords } from './counter-offer-words.ts';
import { dayText, longDayText } from './days.ts';
import { daysLateText } from './days-late-text.ts';
import { deadlineText, type ReaderDays } from './deadline-text.ts';
import { evidenceWords } from './evidence-words.ts';
import { loanOverWords } from './loan-over-words.ts';
import { offerWords } from './offers-words.ts';
import { billText, openLoanText, otherOfferTexts, payOfferTexts } from './open-loan-text.ts';
import { ownHomeWords } from './own-home-words.ts';
import { waysOutWords } from './ways-out-words.ts';
import { moneyText, shortMoneyText } from './wire-money.ts';

/** The first page of a borrower as text: what the borrower reads in the app, for a person who helps them. */
export type HomeText = { heading?: string; cards: readonly HomeCard[] };

/**
 * The cards in the order of the page. What a borrower chooses on the phone, as an amount and a term, is not known to the
 * server: a borrower who may borrow has a card only for what stands above that choice.
 */
export function homeText(info: LoanInfo, days: ReaderDays): HomeText {
  const { order } = info;
  switch (info.userStatus) {
    case USER_STATUS.active:
      return { cards: order ? openLoanCards(order, days) : [] };
    case USER_STATUS.overdue:
      return order
        ? { heading: daysLateText(order.overdueDays), cards: openLoanCards(order, days) }
        : { cards: [] };
    case USER_STATUS.underReview:
      return { cards: underReviewCards(info, days) };
    case USER_STATUS.declined:
      return { cards: declinedCards(info, days) };
    case USER_STATUS.payingOut:
      return { cards: order ? [payingOutCard(info, order)] : [] };
    case USER_STATUS.blocked:
      return { cards: [blockedCard()] };
    default:
      return { cards: mayBorrowCards(info) };
  }
}

function openLoanCards(loan: OpenLoanSummary, days: ReaderDays): HomeCard[] {
  const words = ownHomeWords.openLoan;
  const { seePayment, defer, payPart } = otherOfferTexts(loan);
  const pay = seePayment ? [seePayment] : payOfferTexts(loan).map(({ text }) => text);
  const mayPay = loan.status === 'active' || loan.status === 'overdue';
  const bill: HomeCard = {
    ...openLoanText(loan, days.today),
    buttons: [
      ...(mayPay ? [...pay, ...(defer ? [defer] : []), ...(payPart ? [payPart] : [])] : []),
      words.details,
      ...(loan.plansLeft > 1 ? [words.plan] : []),
    ],
  };
  const giveBack: HomeCard[] =
    loan.cancelUntil === undefined
      ? []
      : [
          {
            title: offerWords.changedMind,
            lines: [offerWords.giveBackBy(deadlineText(loan.cancelUntil, days))],
          },
        ];
  return [bill, ...giveBack, ...(loan.overdueDays > 0 && mayPay ? waysOutCards(loan, days) : [])];
}

function waysOutCards(loan: OpenLoanSummary, { today }: ReaderDays): HomeCard[] {
  const { cannotPayAll, moreTime } = waysOutWords;
  const { extension } = loan;
  const part: HomeCard = {
    title: cannotPayAll.title,
    lines: [cannotPayAll.part],
    buttons: loan.pendingPaymentId === undefined ? [cannotPayAll.payPart] : [],
  };
  if (!extension) return [part];
  const { days, toDate, fee, penalty, total } = extension;
  const later: HomeCard = {
    title: moreTime.title,
    lines: [
      moreTime.moves(dayText(toDate, today), formatDayCount(days)),
      moreTime.stays(billText(loan), dayText(toDate, today)),
    ],
    facts: [
      [moreTime.fee, moneyText(fee)],
      ...(penalty > 0
        ? ([
            [moreTime.charges, moneyText(penalty)],
            [moreTime.now, moneyText(total)],
          ] as const)
        : []),
    ],
    buttons: [moreTime.defer(formatDayCount(days))],
  };
  return [later, part];
}

function underReviewCards({ evidence, counterOffer, pictureAgain, order }: LoanInfo, days: ReaderDays) {
  if (evidence) {
    return [
      {
        title: evidenceWords.asked[evidence.kind],
        lines: [evidenceWords.why[evidence.kind]],
        buttons: [evidenceWords.open],
        notices: [evidenceWords.until(deadlineText(evidence.until, days))],
      },
    ];
  }
  if (counterOffer) {
    const { amount, days: offered, askedAmount, askedDays, until } = counterOffer;
    const asked = shortMoneyText(askedAmount);
    return [
      {
        title: counterOfferWords.title(shortMoneyText(amount)),
        lines: [counterOfferWords.text(asked, formatDayCount(askedDays), formatDayCount(offered))],
        buttons: [counterOfferWords.open],
        notices: [counterOfferWords.until(deadlineText(until, days))],
      },
    ];
  }
  if (pictureAgain) {
    const words = applicationWords.pictureAgain;
    return [
      {
        title: words.title[pictureAgain],
        lines: [words.text[pictureAgain]],
        buttons: [words.take[pictureAgain]],
        notices: [words.goesOn],
      },
    ];
  }
  const words = applicationWords.review;
  return [
    {
      title: words.title,
      lines: [order ? words.textFor(shortMoneyText(order.principal)) : words.text],
    },
    { title: words.next, facts: words.steps.map(({ title, text }) => [title, text] as const) },
  ];
}

function declinedCards(info: LoanInfo, { today }: ReaderDays): HomeCard[] {
  const words = applicationWords.declined;
  const { rejectedReasons = [], rejectedUntil, anotherLookOrderId } = info;
  const mayAskForLook = anotherLookOrderId !== undefined;
  return [
    {
      title: words.title,
      lines: rejectedReasons,
      notices: rejectedUntil ? [words.again(longDayText(rejectedUntil, today))] : [],
    },
    {
      title: words.differently,
      lines: [...(mayAskForLook ? [words.look] : []), words.check],
      buttons: [...(mayAskForLook ? [words.askForLook] : []), words.checkMine],
    },
  ];
}

function payingOutCard({ messages }: LoanInfo, order: OpenLoanSummary): HomeCard {
  const words = applicationWords.payout;
  const sum = { label: words.receive, money: moneyText(order.receivedAmount) };
  if (order.status === 'payout_failed') {
    return {
      ...sum,
      badge: { tone: 'warn', text: words.notThrough },
      lines: [words.notTaken],
      notices: [words.oweNothing],
      buttons: [words.sendAgain],
    };
  }
  const isWaiting = messages.length > 0;
  return {
    ...sum,
    badge: isWaiting ? { tone: 'warn', text: words.waiting } : { tone: 'good', text: words.onItsWay },
    lines: [isWaiting ? words.toAccount : words.toAccountSoon],
    notices: [...messages, words.mayClose],
  };
}

function blockedCard(): HomeCard {
  const words = applicationWords.blocked;
  return { title: words.title, lines: [words.text], buttons: [words.readMessages] };
}

function mayBorrowCards({ paidOff, marketList, availableLimit }: LoanInfo): HomeCard[] {
  const over: HomeCard[] = paidOff
    ? [
        {
          title: loanOverWords.title,
          lines: [loanOverWords.paid(moneyText(paidOff.paid))],
          buttons: [loanOverWords.letter, loanOverWords.bill],
        },
      ]
    : [];
  const smallest = marketList.find(({ locked }) => !locked)?.minAmount;
  if (smallest === undefined || availableLimit >= smallest) return over;
  const tooSmall = ownHomeWords.belowSmallest(shortMoneyText(availableLimit), shortMoneyText(smallest));
  return [...over, { notices: [tooSmall] }];
}
