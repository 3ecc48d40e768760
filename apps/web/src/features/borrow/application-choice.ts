import { useStore } from 'zustand';
import { createPersistedStore } from '../../platform/persisted-store.ts';
import { openStorage } from '../../platform/storage.ts';

type ApplicationChoice = {
  /** The wish that the rest belongs to. */
  wishQuery: string;
  repayAccountId: number | undefined;
  purpose: string;
  userCouponId: number | undefined;
  /** The wording that was ticked: another one has to be agreed to anew. */
  agreedVersion: string | undefined;
};

const nothingChosen = {
  repayAccountId: undefined,
  purpose: '',
  userCouponId: undefined,
  agreedVersion: undefined,
};

/** What is chosen on the estimated bill. Reading the contract on its own page, and coming back, loses none of it. */
const choices = createPersistedStore<ApplicationChoice>(
  openStorage(() => sessionStorage),
  'application',
  { wishQuery: '', ...nothingChosen },
  ['wishQuery', 'repayAccountId', 'purpose', 'userCouponId', 'agreedVersion'],
);

/** The choice for one wish; for another wish it starts anew. */
export function useApplicationChoice(wishQuery: string) {
  const kept = useStore(choices);
  const choice = kept.wishQuery === wishQuery ? kept : { wishQuery, ...nothingChosen };
  const choose = (part: Partial<Omit<ApplicationChoice, 'wishQuery'>>) =>
    choices.setState({ ...choice, ...part });
  return [choice, choose] as const;
}

export function forgetApplicationChoice(): void {
  choices.setState({ wishQuery: '', ...nothingChosen });
}
