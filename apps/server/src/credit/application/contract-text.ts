import type { LoanTerms } from '@thumba/lending/loan';
import type { AgreedQuote } from '@thumba/lending/pricing';
import { ENGLISH, languageTag } from '@thumba/words/catalogue';
import type { Catalogue } from '../../book/catalogue/catalogue.ts';
import type { Lender } from '../../book/lender.ts';
import { accountTitle } from '../../people/borrower/accounts.ts';
import { inLanguage } from '../../platform/language.ts';
import { maskName } from '../../platform/sealing.ts';
import { applicationWords } from './application-words.ts';
import type { ContractClause, ContractParties } from './contract-clause.ts';
import { contractWords } from './contract-words.ts';
import { EARLIER_WORDINGS, type EarlierWording, earlierClauses } from './earlier-wordings.ts';
import type { ApplicationFacts } from './facts.ts';
import { NEWEST_WORDING, newestClauses } from './newest-wording.ts';

/** Every wording that was ever signed, the newest last. A new wording does not change the older ones. */
export const WORDINGS = [...EARLIER_WORDINGS, NEWEST_WORDING] as const;
export type Wording = EarlierWording | typeof NEWEST_WORDING;

/** The wording, the version of the product and the version of the policy, as one text. */
export function contractVersion(
  terms: Pick<LoanTerms, 'productId' | 'productVersion'>,
  { policy, versions }: Pick<Catalogue, 'policy' | 'versions'>,
): string {
  return `${NEWEST_WORDING}-p${terms.productId}v${terms.productVersion}-${policy.name}${versions.policy}`;
}

/** The wording of a contract version, or undefined where it is not kept. */
export function wordingOf(version: string): Wording | undefined {
  return WORDINGS.find((wording) => version.startsWith(`${wording}-p`));
}

/** Name and NRC are masked on a device that is not confirmed. */
function partiesOf(facts: ApplicationFacts, isMasked: boolean): ContractParties {
  const receiveAccount = receiveAccountOf(facts);
  const { unnamedBorrower, unknownNrc } = contractWords.whoWeAre;
  if (!facts.identity) return { borrowerName: unnamedBorrower, nationalId: unknownNrc, receiveAccount };
  const { firstName, lastName, idNumber } = facts.identity;
  const name = `${firstName} ${lastName}`;
  return isMasked
    ? { borrowerName: maskName(name), nationalId: '******/**/*', receiveAccount }
    : { borrowerName: name, nationalId: idNumber, receiveAccount };
}

export function receiveAccountOf({ account }: ApplicationFacts): string {
  return account ? accountTitle(account) : applicationWords.yourAccount;
}

/** The clauses of the contract, with the figures of one loan. An earlier wording is in English always. */
export function contractClauses(
  wording: Wording,
  lender: Lender,
  terms: LoanTerms,
  quote: AgreedQuote,
  parties: ContractParties,
): ContractClause[] {
  return wording === NEWEST_WORDING
    ? newestClauses(lender, terms, quote, parties)
    : inLanguage(ENGLISH.tag, () => earlierClauses(wording, lender, terms, quote, parties));
}

export type ContractText = { title: string; clauses: ContractClause[] };

/** The contract in English, as it is agreed to. For a reader of another language its translation is beside it. */
export function contractText(
  wording: Wording,
  lender: Lender,
  { terms, quote }: { terms: LoanTerms; quote: AgreedQuote },
  facts: ApplicationFacts,
  isMasked: boolean,
): ContractText & { translation?: ContractText } {
  const write = (): ContractText => ({
    title: contractWords.title,
    clauses: contractClauses(wording, lender, terms, quote, partiesOf(facts, isMasked)),
  });
  const agreed = inLanguage(ENGLISH.tag, write);
  const isTranslated = languageTag() !== ENGLISH.tag && wording === NEWEST_WORDING;
  return isTranslated ? { ...agreed, translation: write() } : agreed;
}
