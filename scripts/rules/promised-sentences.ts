import { aboutLoansWords } from '../../apps/web/src/words/about-loans.ts';
import { deletionWords } from '../../apps/web/src/words/account-deletion.ts';
import { authenticationWords } from '../../apps/web/src/words/authentication.ts';
import { contractWords } from '../../apps/web/src/words/contract.ts';
import { deviceWords } from '../../apps/web/src/words/device.ts';
import { faceWords } from '../../apps/web/src/words/face.ts';
import { helpWords } from '../../apps/web/src/words/help.ts';
import { identityWords } from '../../apps/web/src/words/identity.ts';
import { numberWords } from '../../apps/web/src/words/number.ts';
import { privacyWords } from '../../apps/web/src/words/privacy.ts';
import { settingsWords } from '../../apps/web/src/words/settings.ts';
import { termsWords } from '../../apps/web/src/words/terms.ts';
import { complaintWords, ticketWords } from '../../apps/web/src/words/tickets.ts';
import { turntableWords } from '../../apps/web/src/words/turntable.ts';
import { walletWords } from '../../apps/web/src/words/wallet.ts';

/** Names of headings and buttons in the catalogues. */
const NO_SENTENCES: readonly string[] = ['title', 'heading', 'question'];

/** A full stop ends a sentence where a capital letter follows: "Act No. 3" goes on. */
const SENTENCE_END = /(?<=[.!?]) (?=[A-Z“])/;

/** The sentences of a part of a catalogue. `…` stands for the values of a sentence. */
export function sentencesOf(said: unknown): string[] {
  if (typeof said === 'string') return said.replaceAll(/<\/?\w+>/g, '').split(SENTENCE_END);
  if (typeof said === 'function') return sentencesOf(said('…', '…', '…', '…'));
  if (Array.isArray(said)) return said.flatMap(sentencesOf);
  const parts = said as Record<string, unknown>;
  if ('label' in parts && 'value' in parts) return [`${parts.label}: ${parts.value}`];
  if ('what' in parts && 'why' in parts) return [`${parts.what}: ${parts.why}`];
  return Object.entries(parts).flatMap(([name, part]) =>
    NO_SENTENCES.includes(name) ? [] : sentencesOf(part),
  );
}

const { goes, stays, afterwards, lead } = deletionWords;
const { sampleNotice, notAgreed, sample } = contractWords;

/** What is read as a whole before it is agreed to, by the title of its chapter in docs/promises.md. */
export const wholeCatalogues: readonly (readonly [string, unknown])[] = [
  ['Privacy policy', privacyWords],
  ['Terms', termsWords],
  ['The contract that anybody can read', { sampleNotice, notAgreed, sample }],
  ['Deleting the account', { lead, goes, stays, afterwards }],
];

/** What other screens promise. */
export const otherPromises: readonly unknown[] = [
  identityWords.done.text,
  identityWords.card.kept,
  faceWords.why.text,
  faceWords.how.guide,
  faceWords.kept.pictures,
  faceWords.kept.period,
  faceWords.kept.marks,
  faceWords.instead,
  authenticationWords.personalIntro,
  authenticationWords.contactIntro,
  deviceWords.question.text,
  deviceWords.question.lead,
  settingsWords.consents.lead,
  settingsWords.consents.privacyStays,
  settingsWords.notifications.note,
  settingsWords.permissions.where,
  settingsWords.data.text,
  helpWords.rows.complaint.detail,
  Object.values(helpWords.questions).flatMap((question) =>
    typeof question === 'string' ? [] : question.answer,
  ),
  aboutLoansWords.steps,
  aboutLoansWords.trust,
  complaintWords.about,
  complaintWords.sent.answer,
  ticketWords.whatNext,
  turntableWords.earnOne,
  ticketWords.regulator,
  walletWords.about,
  walletWords.payout.free,
  numberWords.about,
  numberWords.staff.steps,
];
