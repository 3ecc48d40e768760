import type { ConsentKind } from '@thumba/contract/borrower/consents';
import { words } from '@thumba/words/catalogue';

/**
 * Every wording of each consent, the oldest first: the first one is version 1. Borrowers agreed to these words, so a
 * published wording never changes. A new wording is added at the end of its list. A reader of another language sees a
 * translation, which has the version of its English wording.
 */
export const consentWordings: Record<ConsentKind, readonly string[]> = words('consentWording', {
  privacy: [
    'I have read the Privacy Policy and agree that the lender keeps and uses my data as it says, to lend to me and to do what the law asks of a lender.',
  ],
  marketing: [
    'The lender may send me offers, coupons and prizes by SMS and as notifications, and may tell the network whose advertisement brought me here that I registered, without my name or number. My loans and messages about them do not depend on this.',
  ],
  device: [
    'The lender may keep the make of my phone, its system and the version of this app, to recognise my phone and to guard my account against fraud.',
    'The lender may keep the make and the model of my phone, its system, its language, a number that stands for it, and the version of this app, to recognise my phone and to guard my account against fraud.',
  ],
  messages: [
    'The lender may read the SMS that mobile-money operators and banks sent to this phone, to judge what I can afford. It reads no other SMS and does not keep the texts.',
  ],
  location: [
    'The lender may keep where I roughly am when I apply for a loan, to guard against fraud. It does not follow me at other times.',
  ],
  push: ['The lender may send notifications to this phone about my loans, my payments and my account.'],
  face: [
    'The lender may compare pictures of my face with the picture on my identity card, and with the faces of its other borrowers, to make sure that no other person borrows in my name. It keeps the pictures and my face as numbers, sealed. I may ask that a person looks at a picture instead.',
  ],
  bureau: [
    'The lender may ask a credit bureau, each time I apply for a loan, what I owe to other lenders and whether I pay them on time, and give it my name, my identity card number and my birth date for that. If I do not allow it, my application is judged without that, by the rules or by a person.',
  ],
});

/** The newest version, which borrowers are asked to agree to. */
export function standingVersion(kind: ConsentKind): number {
  return consentWordings[kind].length;
}

export function wordingOf(kind: ConsentKind, version: number): string {
  const wording = consentWordings[kind][version - 1];
  if (wording === undefined) throw new Error(`no wording ${version} of ${kind} was ever published`);
  return wording;
}
