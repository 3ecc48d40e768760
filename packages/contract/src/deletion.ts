/* What deleting an account does, in words that stay. */

export const ERASED_WITH_ACCOUNT = [
  'face',
  'contacts',
  'forms',
  'answers',
  'messages',
  'accounts',
  'phones',
] as const;

export const ARCHIVED_WITH_ACCOUNT = ['identity', 'card_pictures', 'loans', 'payments'] as const;
