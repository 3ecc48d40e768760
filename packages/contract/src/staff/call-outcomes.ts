/** How a call about a late loan ended. `isAboutDebt`: only once the right person was checked may a debt be named. */
export const CALL_OUTCOMES = {
  not_answered: { title: 'Not answered', isAboutDebt: false },
  other_person: { title: 'Another person answered', isAboutDebt: false },
  wrong_number: { title: 'Wrong number', isAboutDebt: false },
  deceased: { title: 'The borrower has died', isAboutDebt: false },
  call_back: { title: 'Call again later', isAboutDebt: false },
  hung_up: { title: 'Ended by the other side', isAboutDebt: false },
  promised: { title: 'Promised to pay', isAboutDebt: true },
  cannot_pay: { title: 'Cannot pay', isAboutDebt: true },
  refuses: { title: 'Refuses to pay', isAboutDebt: true },
  says_paid: { title: 'Says that it is paid', isAboutDebt: true },
  disputes: { title: 'Disputes the loan', isAboutDebt: true },
  discussed: { title: 'Talked about the loan', isAboutDebt: true },
} as const satisfies Record<string, { title: string; isAboutDebt: boolean }>;

export type CallOutcome = keyof typeof CALL_OUTCOMES;

/** The note of a call in which the loan is disputed becomes a complaint, which has at least so many letters. */
export const DISPUTE_LEAST_LETTERS = 10;

/** The messages that staff can send the borrower of a late loan. */
export const STAFF_REMINDERS = {
  reminder_call_us: 'Ask to call us',
  reminder_ways_out: 'Offer to talk about new dates',
} as const satisfies Record<string, string>;

export type StaffReminder = keyof typeof STAFF_REMINDERS;
