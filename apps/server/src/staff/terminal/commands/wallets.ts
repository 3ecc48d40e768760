import { addDays, type Day, daysBetween, isDay } from '@thumba/lending/day';
import type { Wallet } from '../../../accounting/bank/post-bank-row.ts';
import {
  findUnsignedDays,
  readWalletDay,
  type SignOffRefusal,
  signWalletDay,
  type WalletDay,
} from '../../../accounting/bank/wallet-day.ts';
import { staffActor } from '../../../book/actor.ts';
import { REASON_NEEDED_TEXT } from '../../../book/staff-action.ts';
import { postCharges } from '../../../money/reconciliation/post-charges.ts';
import { OPERATOR_TITLES } from '../../../people/borrower/accounts.ts';
import { nameOfPerson, readWordsAndPerson } from '../person-at-desk.ts';
import { readSignedKwacha, signedKwacha } from '../signed-kwacha.ts';
import { type StaffDesk, staffCommand } from '../staff-desk.ts';
import { type CommandAnswer, declined, told } from '../terminal-command.ts';
import { walletOf } from '../wallet-words.ts';

const USAGE = [
  'npm run wallets                                                               the days that are not signed yet',
  'npm run wallets -- day <operator> collection|payout YYYY-MM-DD                a day of a wallet in the book',
  'npm run wallets -- sign <operator> collection|payout YYYY-MM-DD <balance> [--by name]   the operator shows this balance at the end of the day',
  'npm run wallets -- charges <operator> collection|payout <from> <to> "<reason>"           posts the charges on its statements',
];

const OWN_IMPORT_TEXT =
  'You imported the statement with these charges. Another person has to post them. Nothing was posted.';

/** How far back the list of unsigned days goes. */
const DAYS_LISTED = 62;

export const command = staffCommand({
  purpose:
    "compares each day of an operator's wallet with the book, signs it off, and posts the operator's charges",
  recorded: { command: 'wallets', actions: ['sign', 'charges'] },
  readsOptions: true,
  async atDesk(desk, [verb, ...words]): Promise<CommandAnswer> {
    if (verb === undefined) return listUnsigned(desk);
    const wallet = walletOf(words);
    if (wallet === undefined) return declined(...USAGE);
    const rest = words.slice(2);
    switch (verb) {
      case 'day':
        return showDay(desk, wallet, rest);
      case 'sign':
        return sign(desk, wallet, rest);
      case 'charges':
        return post(desk, wallet, rest);
      default:
        return declined(...USAGE);
    }
  },
});

const nameOf = ({ operator, direction }: Wallet) => `${OPERATOR_TITLES[operator]} ${direction}`;

async function listUnsigned({ db, today }: StaffDesk): Promise<CommandAnswer> {
  const days = await findUnsignedDays(db, addDays(today(), -DAYS_LISTED), addDays(today(), -1));
  if (days.length === 0) return told(`Every day with movements of the last ${DAYS_LISTED} days is signed.`);
  return told(
    `Days of wallets that are not signed in the last ${DAYS_LISTED} days: ${days.length}.`,
    ...days.map((day) => `  ${day.on_day}  ${nameOf(day)}`),
  );
}

async function showDay(
  desk: StaffDesk,
  wallet: Wallet,
  [on = '']: readonly string[],
): Promise<CommandAnswer> {
  if (!isDay(on)) return declined(`"${on}" is not a day: write it as 2026-12-05.`);
  const day = await readWalletDay(desk.db, wallet, on);
  return told(`${nameOf(wallet)} on ${on}`, ...linesOfDay(day));
}

function linesOfDay(day: WalletDay): string[] {
  const lines: [string, number][] = [
    ['in the book before', day.openingNgwee],
    ...(day.takenOnNgwee === 0 ? [] : [['opening balance', day.takenOnNgwee] as [string, number]]),
    ['payments', day.paymentsNgwee],
    ['to and from the bank', day.bankNgwee],
    ['to and from suspense', day.suspenseNgwee],
    ['charges of the operator', -day.chargesNgwee],
    ['at the operator on another day than in the book', day.timingNgwee],
    ['the operator should show', day.balanceNgwee],
  ];
  return lines.map(([what, amountNgwee]) => `  ${what.padEnd(48)} ${signedKwacha(amountNgwee).padStart(18)}`);
}

async function sign(
  desk: StaffDesk,
  wallet: Wallet,
  [on = '', balance = '', ...rest]: readonly string[],
): Promise<CommandAnswer> {
  if (!isDay(on)) return declined(`"${on}" is not a day: write it as 2026-12-05.`);
  const balanceNgwee = readSignedKwacha(balance);
  if (balanceNgwee === undefined) return declined(`"${balance}" is not a balance in kwacha.`);
  const read = readWordsAndPerson(desk, rest);
  if ('problem' in read) return declined(read.problem);
  if (read.words.length > 0) return declined(...USAGE);
  const actor = read.person;
  const signed = await signWalletDay(desk, wallet, { on, balanceNgwee, actor });
  if (!signed.ok) return declined(...describeSignOff(wallet, on, signed.refusal));
  return told(
    `${nameOf(wallet)} on ${on} is signed off by ${nameOfPerson(actor)} with ${signedKwacha(balanceNgwee)}.`,
  );
}

function describeSignOff(wallet: Wallet, on: Day, refusal: SignOffRefusal): string[] {
  switch (refusal.kind) {
    case 'day_not_over':
      return [`${on} is not over yet.`];
    case 'before_book':
      return [
        refusal.beginsOn === null
          ? 'The book has not begun yet.'
          : `${on} is before the book, which begins on ${refusal.beginsOn}.`,
      ];
    case 'signed_before':
      return [`${nameOf(wallet)} on ${on} is signed already.`];
    case 'does_not_agree':
      return [
        `${nameOf(wallet)} on ${on} is not signed: the operator shows ${signedKwacha(refusal.statedNgwee)} and the book leads to ${signedKwacha(refusal.day.balanceNgwee)}, ${signedKwacha(refusal.statedNgwee - refusal.day.balanceNgwee)} apart.`,
        ...linesOfDay(refusal.day),
      ];
  }
}

async function post(
  desk: StaffDesk,
  wallet: Wallet,
  [fromOn = '', throughOn = '', ...reason]: readonly string[],
): Promise<CommandAnswer> {
  if (!isDay(fromOn) || !isDay(throughOn) || daysBetween(fromOn, throughOn) < 0)
    return declined('Please give the first and the last day, as 2026-12-01 2026-12-31.');
  const actor = staffActor(desk.staffName());
  const posted = await postCharges(desk, { ...wallet, fromOn, throughOn, reason: reason.join(' '), actor });
  if (!posted.ok) {
    const { kind } = posted.refusal;
    return declined(kind === 'own_import' ? OWN_IMPORT_TEXT : REASON_NEEDED_TEXT);
  }
  const { days, amountNgwee } = posted.value;
  if (days === 0) return told(`The statements show no charges of ${nameOf(wallet)} that are not posted.`);
  return told(`Charges of ${signedKwacha(amountNgwee)} on ${days} days are posted to ${nameOf(wallet)}.`);
}
