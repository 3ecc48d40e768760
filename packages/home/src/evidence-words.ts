import { words } from '@thumba/words/catalogue';

/** Pictures that a person asked for before they decide on an application. */
export const evidenceWords = words('evidence', {
  asked: {
    payslip: 'Please show us your payslip',
    mobile_money_statement: 'Please show us your mobile-money statement',
  },
  why: {
    payslip: 'A person looks at your application and needs to see what you earn.',
    mobile_money_statement: 'A person looks at your application and needs to see what money you receive.',
  },
  what: {
    payslip:
      'Take a picture of your last payslip. Your name, the month and the pay must be easy to read. If it has several pages, send up to three pictures.',
    mobile_money_statement:
      'Take pictures of the statement of your mobile-money account for the last three months. Your number and the amounts must be easy to read. You can also send screenshots. Send up to three pictures.',
  },
  /** The time is like “14:32 today” or “14:32 on 22 November”. */
  until: (time: string) => `You can send it until ${time}. After that a person goes on without it.`,
  open: 'Send pictures',
  picture: (place: number) => `Picture ${place}`,
  yours: 'Your picture',
  missing: 'Please take a picture',
  notArrived: 'This picture has not arrived yet. Please wait, or send it again.',
  send: 'Send to Thumba',
  kept: 'Only people who look at applications see your pictures. We delete them after 90 days.',
  sent: 'We have your pictures. A person goes on with your application.',
  nothing: {
    title: 'No pictures are needed now',
    text: 'When a person needs to see something for your application, we tell you by SMS and here.',
  },
});
