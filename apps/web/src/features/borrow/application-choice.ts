import { useStore } from 'zustand';
import { createPersistedStore } from '../../platform/persisted-store.ts';
import { whenBorrowerLeaves } from '../../platform/session.ts';
import { tabStorage } from '../../platform/storage.ts';

export type ApplicationChoice = {
  /** The wish that this is chosen for. */
  wishQuery: string;
  repayAccountId: number | undefined;
  purpose: string;
  userCouponId: number | undefined;
  /** The version of the contract that was agreed to. Another version needs a new agreement. */
  agreedVersion: string | undefined;
};

export type ChooseForApplication = (part: Partial<Omit<ApplicationChoice, 'wishQuery'>>) => void;

const nothingChosen = {
  repayAccountId: undefined,
  purpose: '',
  userCouponId: undefined,
  agreedVersion: undefined,
};

/** What is chosen on the estimated bill. It is kept while the contract is read on its own page. */
const choices = createPersistedStore<ApplicationChoice>(
  tabStorage,
  'application',
  { wishQuery: '', ...nothingChosen },
  ['wishQuery', 'repayAccountId', 'purpose', 'userCouponId', 'agreedVersion'],
);

whenBorrowerLeaves(forgetApplicationChoice);

/** The choice for one wish. Another wish starts with an empty choice. */
export function useApplicationChoice(wishQuery: string) {
  const kept = useStore(choices);
  const choice = kept.wishQuery === wishQuery ? kept : { wishQuery, ...nothingChosen };
  const choose: ChooseForApplication = (part) => choices.setState({ ...choice, ...part });
  return [choice, choose] as const;
}

export function forgetApplicationChoice(): void {
  choices.setState({ wishQuery: '', ...nothingChosen });
}
