import { type CardHolder, cardNumber } from '@thumba/identity/card-number';
import { isSure } from '@thumba/identity/card-picture';
import { nameDistance } from '@thumba/identity/name-distance';
import { believed } from '../../people/card/card-readings.ts';
import { escaped } from '../../platform/api-page/html-text.ts';
import { type Compared, compared, type ReadField } from '../application/compare-card.ts';
import type { ReviewedApplication } from '../application/read-review.ts';
import { titleOfField } from '../application/review-words.ts';
import { part, percentOf, type Row, tableOf } from './page-parts.ts';

/** Whom a card is issued to, as the last digit of its number says. */
const HOLDERS: Readonly<Record<CardHolder, string>> = {
  zambian: 'a Zambian citizen',
  commonwealth: 'a citizen of a Commonwealth country',
  other: 'a citizen of another country',
};

/** How many fields differ from the card. */
export function differenceCount({ facts }: ReviewedApplication): number {
  return compared(facts).filter(({ differs }) => differs).length;
}

/** What was read on the card beside what the borrower entered, the differences first. */
export function comparedPart({ facts, pictures }: ReviewedApplication): string {
  const { identity, reading } = facts;
  const title = 'On the card and entered';
  if (!identity) return part(title, '<p>There is no identity.</p>', 'card');
  const how = pictures.front === null ? 'There is no picture.' : 'The pictures were not read.';
  const isRead = reading?.picture === 'read';
  const found = reading && `The card was not read: ${titleOfField(reading.picture).toLowerCase()}.`;
  const rows = compared(facts)
    .toSorted((one, other) => Number(other.differs) - Number(one.differs))
    .map(rowOf);
  return part(
    title,
    `${isRead ? '' : `<p>${escaped(found ?? how)}</p>`}
<table><thead><tr><th scope="col">Field</th><th scope="col">Read on the card</th><th scope="col">Entered</th></tr></thead><tbody>${rows.join('\n')}</tbody></table>${holderText(identity.idNumber, reading?.holder)}`,
    'card',
  );
}

/** By the number that was entered, and by the one that was read where that says something else. */
function holderText(entered: string, read: CardHolder | undefined): string {
  const holder = cardNumber(entered)?.holder;
  if (!holder) return '';
  const other = read && read !== holder ? `, and ${HOLDERS[read]} by the number on the card` : '';
  return `<p>By the number that was entered the card is that of ${HOLDERS[holder]}${other}.</p>`;
}

function rowOf({ title, read, entered, differs }: Compared): string {
  return `<tr${differs ? ' class="marked"' : ''}><th scope="row">${title}</th><td>${readText(read)}</td><td>${enteredText(entered)}${differs ? '<b> differs</b>' : ''}</td></tr>`;
}

function enteredText(entered: string | undefined): string {
  return entered === undefined ? '<small>not asked for</small>' : escaped(entered);
}

function readText(read: ReadField | undefined): string {
  if (!read) return '<small>not read</small>';
  const sure = `${percentOf(read.confidence)} sure`;
  return `${escaped(read.text)} <small>${isSure(read) ? sure : `${sure}: too little to count`}</small>`;
}

/** The account that the money is to go to. The name of its holder is compared with the identity: docs/rules/names.md. */
export function accountPart({ facts: { account, identity, reading } }: ReviewedApplication): string {
  if (!account) return part('Mobile-money account', '<p>There is none.</p>', 'account');
  const { firstName, lastName } = reading ? believed(reading) : {};
  const nameOnCard = firstName && lastName && `${firstName} ${lastName}`;
  const name = identity && `${identity.firstName} ${identity.lastName}`;
  const { holderName, isHolderAsked } = account;
  const rows: Row[] = [
    { title: 'Account', value: `${account.mobile}, ${account.operator.toUpperCase()}` },
    { title: 'Name that was entered', value: name ?? 'not known' },
    ...(nameOnCard ? [{ title: 'Name on the card', value: nameOnCard }] : []),
    {
      title: 'Name at the operator',
      value: holderName ?? (isHolderAsked ? 'the operator tells none' : 'not asked yet'),
    },
  ];
  if (holderName !== null && name) {
    const { verdict, distance } = nameDistance(name, holderName);
    const value = `${distance.toFixed(2)}: ${verdict} (0 is the same name, 1 has nothing in common)`;
    rows.push({ title: 'Distance of the names', value, isMarked: verdict === 'different' });
  }
  if (account.isShared)
    rows.push({ title: 'Shared', value: 'another borrower uses this number', isMarked: true });
  if (account.isFrozen) rows.push({ title: 'Frozen', value: 'money that goes out is held', isMarked: true });
  return part('Mobile-money account', tableOf(rows), 'account');
}
