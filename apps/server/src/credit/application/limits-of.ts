import { limitOf } from '@thumba/lending/ladder';
import { ZERO } from '@thumba/lending/money';
import type { StorePolicy } from '@thumba/lending/store-policy';
import type { LiveCatalogue } from '../../book/catalogue/catalogue.ts';
import type { Database } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { readApplicationFacts } from './facts.ts';
import { availableLimit } from './offer.ts';

/** The limit of a borrower, and how much of it they can borrow now, in ngwee. */
export async function limitsOf(
  deps: { db: Database; sealing: Sealing; catalogue: LiveCatalogue },
  borrowerId: number,
  store: StorePolicy | null,
) {
  const facts = await readApplicationFacts(deps, borrowerId);
  return {
    creditLimitNgwee: limitOf(facts.catalogue.ladder, facts.ladder),
    availableLimitNgwee: facts.openLoan ? ZERO : availableLimit(facts, store),
  };
}
