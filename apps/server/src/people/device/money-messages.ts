import type { Body } from '@thumba/contract/wire';
import { addDays, type Day, day } from '@thumba/lending/day';
import { type Ngwee, ngwee, sum } from '@thumba/lending/money';
import { DAY_MS, lusakaDay } from '../../platform/clock.ts';
import type { MoneyFigures } from '../borrower/applicant.ts';

export type PhoneMessage = { address: string; body: string; date: number; type: 1 | 2 };
export type MoneyMovement = { direction: 'in' | 'out'; amountNgwee: Ngwee };

const WINDOW_DAYS = 90;
const RECEIVED_BY_PHONE = 1;

/** An SMS about money that did not move, or not yet. */
const NOTHING_MOVED =
  /\b(?:fail(?:ed|ure)?|unsuccessful|not successful|declined|insufficient|revers(?:ed|al)|cancell?ed|request(?:ed)?|expired|could not)\b/i;
/** The first of these words decides. "payment received" is one of them: it is money that came in. */
const DIRECTION =
  /\b(?:(payment received|received|credited|deposit(?:ed)?|cash ?in)|(sent|paid|payment|debited|withdrawn|withdrawal|withdrew|transferred|purchased?|bought|cash ?out))\b/i;
/**
 * "K1,200", "ZMW 1200.50" or "1,200.00 ZMW", unless the words before it say that it is a balance, a charge or a limit.
 */
const AMOUNT =
  /(?<!\b(?:balance|bal|fees?|charges?|tax|levy|limit)\W{0,3}(?:(?:is|was|of|now)\W{1,2})?)(?:\b(?:ZMW|ZMK|K)\s?([\d.,]*\d)|(?<![\d.,])([\d.,]*\d)\s?(?:ZMW|ZMK)\b)/i;
const KWACHA = /^(\d{1,3}(?:,\d{3}){1,2}|\d{1,9})(?:\.(\d{1,2}))?$/;

/** The movement of money that an SMS of an operator or a bank reports. Undefined when it reports none. */
export function readMoneyMovement(body: string): MoneyMovement | undefined {
  if (NOTHING_MOVED.test(body)) return undefined;
  const direction = DIRECTION.exec(body);
  const amount = AMOUNT.exec(body);
  const kwacha = KWACHA.exec(amount?.[1] ?? amount?.[2] ?? '');
  if (!direction || !kwacha) return undefined;
  const [, whole = '', hundredths = ''] = kwacha;
  return {
    direction: direction[1] ? 'in' : 'out',
    amountNgwee: ngwee(Number(whole.replaceAll(',', '') + hundredths.padEnd(2, '0'))),
  };
}

/**
 * The figures of the last 90 days and how many SMS they were read from. Only SMS that the phone received from a listed
 * sender are read. Spaces and capitals in the name of a sender do not matter.
 */
export function figuresOf(
  messages: readonly PhoneMessage[],
  senders: readonly string[],
  nowMs: number,
): { readCount: number; figures: MoneyFigures } {
  const listed = new Set(senders.map(plainSender));
  const read = messages.filter(
    ({ address, date, type }) =>
      type === RECEIVED_BY_PHONE &&
      listed.has(plainSender(address)) &&
      date > nowMs - WINDOW_DAYS * DAY_MS &&
      // The clock of a phone may be ahead and its time zone another one, by less than a day.
      date < nowMs + DAY_MS,
  );
  const movements = read.flatMap(({ body, date }) => {
    const movement = readMoneyMovement(body);
    return movement ? [{ ...movement, date }] : [];
  });
  const received = movements.filter(({ direction }) => direction === 'in');
  const dates = movements.map(({ date }) => date);
  return {
    readCount: read.length,
    figures: {
      windowDays: WINDOW_DAYS,
      receivedCount: received.length,
      receivedNgwee: sum(received.map(({ amountNgwee }) => amountNgwee)),
      spentCount: movements.length - received.length,
      firstOn: dates.length === 0 ? null : lusakaDay(Math.min(...dates)),
      lastOn: dates.length === 0 ? null : lusakaDay(Math.max(...dates)),
    },
  };
}

/**
 * Figures that a phone made by itself, as they are kept. Undefined where their days are not of the last 90 days: the clock
 * and the time zone of a phone may be a day away.
 */
export function figuresOfPhone(
  { readCount: _, ...told }: Body<'saveMessageFigures'>['figures'],
  today: Day,
): MoneyFigures | undefined {
  const firstOn = told.firstOn === null ? null : day(told.firstOn);
  const lastOn = told.lastOn === null ? null : day(told.lastOn);
  if (firstOn !== null && firstOn < addDays(today, -WINDOW_DAYS - 1)) return undefined;
  if (lastOn !== null && lastOn > addDays(today, 1)) return undefined;
  return { ...told, receivedNgwee: ngwee(told.receivedNgwee), firstOn, lastOn };
}

/** "MTN MoMo" as "mtnmomo". */
function plainSender(sender: string): string {
  return sender.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}
