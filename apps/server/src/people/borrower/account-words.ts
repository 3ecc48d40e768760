import { words } from '@thumba/words/catalogue';

/** Why a mobile-money account is not added. */
export const accountWords = words('addAccount', {
  payout_under_way:
    'A payment to you is under way. You can choose another operator for this number when it has ended.',
});
