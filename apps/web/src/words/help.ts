import { plural, words } from '@thumba/words/catalogue';

export const helpWords = words('help', {
  call: {
    title: 'Talk to us',
    button: (phone: string) => `Call ${phone}`,
    whatsApp: 'Write to us on WhatsApp',
    hours: 'Opening hours',
    lender: 'Your lender',
    licence: 'Licence',
  },
  rows: {
    claim: { title: 'I paid, but it does not show', detail: 'We look for your payment' },
    complaint: {
      title: 'Write a complaint',
      detail: (days: number) =>
        plural(days, {
          one: 'You get an answer within 1 day',
          other: `You get an answer within ${days} days`,
        }),
    },
    tickets: { title: 'My tickets', detail: 'What you asked us, and our answers' },
    number: { title: 'Change number', detail: 'Also if you no longer have the old one' },
  },
  questions: {
    title: 'Common questions',
    repay: {
      question: 'How do I repay?',
      answer: (operators: string) =>
        `Press “Pay the bill” or “Pay off now” on the home page and enter your PIN when your phone asks for it. Or open the link in one of our reminders: any person can pay there, from any ${operators} number. You can pay a part, and you can pay early.`,
    },
    extension: {
      question: 'What does it cost to defer?',
      answer:
        'A fee. “Defer” shows it before you pay anything, with the new date. You also pay the late charges so far, and then they stop. What you owe stays the same, so it is cheaper to pay now if you can.',
      terms: (product: string, percent: string, days: string, times: string) =>
        `${product}: ${percent} of what you still owe of the amount borrowed, for ${days}, ${times}.`,
      timesAtMost: { one: 'once', other: (times: number) => `up to ${times} times` },
    },
    cannotPay: {
      question: 'What if I cannot pay?',
      answer:
        'Pay the part that you can. Late charges are counted on what is still late, so each part makes them smaller. You can also defer. Or ask us for new dates, before the due date or later. Until we agree on them, the late charges go on. A plan with new dates costs nothing, and while you keep its dates no late charges are added. All charges together never pass the limit in your contract.',
    },
    neverPay: {
      question: 'What happens if I never pay?',
      answer:
        'Late charges are added up to the limit in your contract, and then no more. You cannot get another loan until this one is paid. If it is paid very late, your limit can drop. We remind only you, and we never call your contacts about a debt. In the end we may write the loan off in our books. No late charges are added after that, but you still owe what is left.',
    },
    data: {
      question: 'What happens with my data?',
      answer:
        'We use it to decide on your loan, to pay it out and to collect it. Your number, your NRC and your forms are stored encrypted. We do not sell your data. <policy>The Privacy Policy</policy> says more, with your rights.',
    },
    real: {
      question: 'Is this message or link real?',
      answer:
        'Open the app yourself, and look under Me, then Messages. Each message that we sent you about your loan stands there. A message about your loan that is not there is not from us. Do not pay by its link. If you are not sure, call the number in this app. We never ask for your PIN.',
    },
    scam: {
      question: 'A person asks for my PIN or a code',
      answer:
        'Do not tell it to another person, not even to us. Enter your mobile-money PIN only in the prompt of your operator, and a code only in this app. Then call us.',
    },
  },
});
