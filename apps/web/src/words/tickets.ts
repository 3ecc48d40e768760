import { plural, words } from './catalogue.ts';

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
    other: 'Something else',
  },
  row: (ticketNo: string, day: string) => `Ticket ${ticketNo}, ${day}`,
  empty: {
    title: 'You have no tickets',
    text: 'Complaints, payments that you asked us to look for, and what came of them are listed here.',
    action: 'Write a complaint',
  },
  labels: {
    number: 'Your ticket',
    on: 'Written on',
    bill: 'About bill',
    topic: 'About',
    dueOn: 'Answered by',
    yourWords: 'You wrote',
    reference: 'Reference of your payment',
    newNumber: 'New number',
    answer: (day: string) => `Our answer, ${day}`,
  },
  whatNext: {
    complaint: (day: string) => `A person reads it and answers here by ${day}. An SMS tells you when.`,
    payment_claim:
      'We look for it with the operator. Once it is found it is added to your loan, and an SMS tells you so.',
    payment_claim_closed: 'We found this payment, and it counts on your bill.',
    number_change: 'We call you on the new number, to see that it is you. Until then nothing changes.',
    number_change_closed: 'You have changed your number yourself.',
  },
  settles: 'This settles it',
  settled: 'Thank you. The ticket is closed.',
  notSettled: 'Not settled? Write again',
  regulator:
    'If our answer does not settle it, you may take your complaint to the Bank of Zambia. Give them this ticket’s number.',
  missing: {
    title: 'There is no such ticket',
    text: 'The link may be mistyped, or the ticket belongs to another number.',
    action: 'See my tickets',
  },
});

export const complaintWords = words('complaint', {
  about: (days: number) =>
    plural(days, {
      one: 'A person answers you here within 1 day. Nothing bad comes of complaining.',
      other: `A person answers you here within ${days} days. Nothing bad comes of complaining.`,
    }),
  topic: 'What is it about?',
  topicEmpty: 'Please choose what it is about',
  bill: 'Which bill? (optional)',
  noBill: 'None',
  billOption: (money: string, day: string) => `${money}, ${day}`,
  text: 'What happened?',
  textHint: 'Please leave out PINs and codes.',
  charactersLeft: (left: number) =>
    plural(left, { one: '1 character left', other: `${left} characters left` }),
  textEmpty: 'Please tell us what happened, in a sentence or two',
  submit: 'Send the complaint',
  sent: {
    title: 'We have your complaint',
    read: 'A person reads it.',
    answer: (day: string) => `You get an answer here by ${day}, and an SMS when it is there.`,
    regulator: 'If it does not settle the matter, you may turn to the Bank of Zambia.',
    see: 'See the ticket',
  },
});
