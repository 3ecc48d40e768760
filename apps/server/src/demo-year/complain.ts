import { addDays } from '@thumba/lending/day';
import { answerComplaint, lookAtComplaint, writeComplaint } from '../contact/complaint/commands.ts';
import type { YearLender } from './year-lender.ts';
import type { Agenda, YearLife } from './year-life.ts';

const COMPLAINTS = [
  { topic: 'payment', text: 'I paid at a booth and the app still asks for the whole bill.' },
  { topic: 'cost', text: 'The penalty is more than I was told when I signed.' },
  { topic: 'app', text: 'The app does not open on my phone since yesterday.' },
  { topic: 'reminders', text: 'I was called during a service. Please call in the afternoon.' },
] as const;
const ANSWERS = [
  'We found the payment and booked it on the day on which you made it. Nothing more is owed.',
  'The penalty of a day stands in the contract and in the estimate. We sent you both again.',
  'We saw the fault and repaired it. Please open the app again, and write to us if it does not open.',
  'Thank you for telling us. We noted that you are called in the afternoon only.',
] as const;

/** One of so many payments is followed by a complaint. */
const ONE_OF = 55;

/** Some borrowers write a complaint after a payment. */
export async function complainSometimes(lender: YearLender, life: YearLife, agenda: Agenda): Promise<void> {
  const { random, borrowerId, loanId } = life;
  if (random.between(1, ONE_OF) !== 1) return;
  const about = random.between(0, COMPLAINTS.length - 1);
  const written = await writeComplaint(lender, {
    ...COMPLAINTS[about]!,
    ...{ borrowerId, loanId, answerDays: lender.config.COMPLAINT_ANSWER_DAYS },
  });
  if (!written.ok) return;
  const { ticketId } = written.value;
  agenda.add(addDays(lender.today(), random.between(1, 12)), { kind: 'answer', life, ticketId, about });
}

/** Support answers a complaint, most of them in time. */
export async function answer(
  lender: YearLender,
  { ticketId, about }: { ticketId: number; about: number },
): Promise<void> {
  await lookAtComplaint(lender, { ticketId, staffName: 'natasha' });
  lender.pass(600);
  const answered = await answerComplaint(lender, {
    ...{ ticketId, staffName: 'natasha', answer: ANSWERS[about]! },
  });
  if (!answered.ok) throw new Error(`ticket ${ticketId} was not answered: ${answered.refusal.kind}`);
}
