import { plural, words } from '@thumba/words/catalogue';

export const ticketWords = words('tickets', {
  kinds: { complaint: 'Complaint', payment_claim: '“I paid”', number_change: 'Change of number' },
  states: { open: 'Open', looked_at: 'Being looked at', answered: 'Answered', closed: 'Closed' },
  topics: {
    payment: 'A payment or a payout',
    cost: 'What it costs',
    reminders: 'How I was treated',
    decision: 'The answer to my application',
    data: 'My personal data',
    app: 'The app does not work',
    new_dates: 'I cannot pay: new dates',
    other: 'Something else',
  },
  row: (ticketNo: string, day: string) => `Ticket ${ticketNo}, ${day}`,
  empty: {
    title: 'You have no tickets',
    text: 'Your complaints and the payments that you asked us to find are listed here, with our answers.',
    action: 'Write a complaint',
  },
  labels: {
    number: 'Your ticket',
    on: 'Written on',
    bill: 'About bill',
    topic: 'About',
    dueOn: 'Answer by',
    yourWords: 'You wrote',
    reference: 'Reference of your payment',
    newNumber: 'New number',
    answer: (day: string) => `Our answer, ${day}`,
  },
  whatNext: {
    complaint: (day: string) => `A person reads it and answers here by ${day}. We send you an SMS then.`,
    payment_claim:
      'We ask the operator about it. When we find it, we add it to your loan and send you an SMS.',
    payment_claim_closed: 'We found this payment, and it counts on your bill.',
    number_change: 'We call you on the new number, to check that it is you. Until then nothing changes.',
    number_change_closed: 'You have changed your number yourself.',
  },
  settles: 'This solves it',
  settled: 'Thank you. The ticket is closed.',
  notSettled: 'Not solved? Write again',
  regulator:
    'If our answer does not solve it, you can take your complaint to the Bank of Zambia. Give them the number of this ticket.',
  missing: {
    title: 'There is no such ticket',
    text: 'The link may be wrong, or the ticket belongs to another number.',
    action: 'See my tickets',
  },
});

export const complaintWords = words('complaint', {
  about: (days: number) =>
    plural(days, {
      one: 'A person answers you here within 1 day. A complaint never counts against you.',
      other: `A person answers you here within ${days} days. A complaint never counts against you.`,
    }),
  topic: 'What is it about?',
  topicEmpty: 'Please choose what it is about',
  bill: 'Which bill? (optional)',
  noBill: 'None',
  billOption: (money: string, day: string) => `${money}, ${day}`,
  text: 'What happened?',
  textHint: 'Please do not write PINs or codes.',
  charactersLeft: (left: number) =>
    plural(left, { one: '1 character left', other: `${left} characters left` }),
  textEmpty: 'Please tell us what happened, in a sentence or two',
  submit: 'Send the complaint',
  sent: {
    title: 'We have your complaint',
    read: 'A person reads it.',
    answer: (day: string) => `You get an answer here by ${day}. We send you an SMS then.`,
    regulator: 'If the answer does not solve it, you can turn to the Bank of Zambia.',
    see: 'See the ticket',
  },
  /** The same form, for a borrower who cannot pay and asks for new due dates. */
  newDates: {
    title: 'Ask for new dates',
    about: (days: number) =>
      plural(days, {
        one: 'A person answers you here within 1 day. Until we agree on new dates, nothing changes: late charges go on as before. You can also call us.',
        other: `A person answers you here within ${days} days. Until we agree on new dates, nothing changes: late charges go on as before. You can also call us.`,
      }),
    text: 'When can you pay, and how much?',
    textEmpty: 'Please tell us when you can pay, in a sentence or two',
    submit: 'Send the request',
    sent: {
      title: 'We have your request',
      untilThen: 'Until we agree on new dates, nothing changes: late charges go on as before.',
    },
  },
});
