/** What messages are about. Without schemas, so that the console downloads only names. */
export const TEXT_GROUPS = ['application', 'loan', 'payment', 'reminder', 'account', 'ticket'] as const;
export type TextGroup = (typeof TEXT_GROUPS)[number];

/** More parts than that are not sent as one message: each of them is paid for. */
export const MOST_SMS_PARTS = 3;

/** No wording is longer, whatever stands in brackets. */
export const MOST_WORDING_LETTERS = 459;
