import { plural, words } from './catalogue.ts';

export const helpWords = words('help', {
  call: {
    title: 'Talk to us',
    button: (phone: string) => `Call ${phone}`,
    hours: 'When we are there',
    lender: 'Your lender',
    licence: 'Licence',
  },
  rows: {
    claim: { title: 'I paid, but it does not show', detail: 'Have a payment looked for' },
    complaint: {
      title: 'Write a complaint',
      detail: (days: number) =>
        plural(days, {
          one: 'You get an answer within 1 day',
          other: `You get an answer within ${days} days`,
        }),
    },
    tickets: { title: 'My tickets', detail: 'What you asked us, and our answers' },
    number: { title: 'Change number', detail: 'Also when the old one is gone' },
  },
  questions: {
    title: 'Common questions',
    repay: {
      question: 'How do I repay?',
      answer: (operators: string) =>
        `Press “Pay the bill” on the home page and enter your PIN when your phone asks for it. Or open the link in one of our reminders: any person can pay there, from any ${operators} number. You can pay a part, and you can pay early.`,
    },
    extension: {
      question: 'What does it cost to defer?',
      answer:
        'A fee that “Defer” shows before you pay anything, with the new date beside it. Late charges so far are paid with it and then stop. What you owe stays the same, so paying costs less than deferring whenever you can pay.',
      terms: (product: string, percent: string, days: string, times: string) =>
        `${product}: ${percent} of what you still owe of the amount borrowed, for ${days}, ${times}.`,
      timesAtMost: { one: 'once', other: (times: number) => `up to ${times} times` },
    },
    cannotPay: {
      question: 'What if I cannot pay?',
      answer:
        'Pay the part that you can: late charges are counted on what is still late, so each part makes them smaller. Or defer, or call us before the day. Late charges a day stand on your bill, and all charges together can never pass the limit in your contract. We never call your contacts about a debt.',
    },
    data: {
      question: 'What happens with my data?',
      answer:
        'It is encrypted and used to decide on your loan, to pay it out and to collect it. It is not sold. <policy>The Privacy Policy</policy> says all of it, with your rights.',
    },
    scam: {
      question: 'Somebody asks for my PIN or a code',
      answer:
        'Tell nobody, not us either. Your mobile-money PIN belongs only into the prompt of your operator, and a code only into this app. Then call us.',
    },
  },
});
