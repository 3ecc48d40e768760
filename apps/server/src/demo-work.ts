import { addDays, type Day } from '@thumba/lending/day';
import { type Ngwee, ngwee } from '@thumba/lending/money';
import { staffActor } from './book/actor.ts';
import { readOverview } from './book/loan/queries.ts';
import { type Complaint, writeComplaint } from './contact/complaint/commands.ts';
import { demoBorrowers } from './demo/demo-borrowers.ts';
import { declareFloatMovement } from './money/reconciliation/float-movement.ts';
import { writeNote } from './people/borrower/notes.ts';
import { findBorrowerByMobile } from './people/borrower/queries.ts';
import { openCard } from './people/card/card-readings.ts';
import { addToBlockedList } from './people/screening/blocked-list.ts';
import { compareBook } from './people/screening/comparison.ts';
import { digestOf, importList } from './people/screening/import-list.ts';
import { keepLists } from './people/screening/lists.ts';
import { readList } from './people/screening/read-list.ts';
import { type Clock, toDate } from './platform/clock.ts';
import type { Database } from './platform/database.ts';
import type { Sealing } from './platform/sealing.ts';
import { askForRoles } from './staff/request/grant-roles.ts';
import { askForCeiling } from './staff/request/lending-requests.ts';
import { fileRequest } from './staff/request/requests.ts';

export type WorkDeps = {
  db: Database;
  sealing: Sealing;
  clock: Clock;
  today(): Day;
  complaintAnswerDays: number;
  /** What each wallet has at the simulated operators when the demo begins. */
  startingFloatNgwee: Ngwee;
};

const OPERATORS_WITH_FLOAT = ['mtn', 'airtel'] as const;
const DAY_MS = 24 * 60 * 60 * 1000;

/** What waits for staff in a demo, beside the application of the borrower who is under review. */
export async function leaveDemoWork(deps: WorkDeps, staffIds: ReadonlyMap<string, number>): Promise<void> {
  await complain(deps, 'overdue', {
    daysAgo: 8,
    topic: 'cost',
    text: 'I paid a part at a booth on the day before it was due. The app still asks for the whole bill and a penalty.',
  });
  await complain(deps, 'settled', {
    daysAgo: 1,
    topic: 'app',
    text: 'My receipt does not open on my phone. I need it for my employer.',
  });
  await noteAboutOverdue(deps);
  await fileDemoRequests(deps, staffIds);
  await addListedPeople(deps);
}

/** The borrower of the demo who is in a state. */
async function borrowerWhoIs({ db, sealing }: WorkDeps, state: string): Promise<number> {
  const { mobile } = demoBorrowers.find((borrower) => borrower.state === state)!;
  return (await findBorrowerByMobile(db, sealing, mobile))!;
}

async function complain(
  deps: WorkDeps,
  state: string,
  { daysAgo, topic, text }: Pick<Complaint, 'topic' | 'text'> & { daysAgo: number },
): Promise<void> {
  const borrowerId = await borrowerWhoIs(deps, state);
  const loanId = (await readOverview(deps.db, borrowerId))?.latest?.loan.loanId;
  const on = addDays(deps.today(), -daysAgo);
  const nowMs = () => deps.clock.nowMs() - daysAgo * DAY_MS;
  const written = await writeComplaint(
    { ...deps, clock: { ...deps.clock, nowMs }, today: () => on },
    { borrowerId, topic, text, loanId, answerDays: deps.complaintAnswerDays },
  );
  if (!written.ok) throw new Error(`a complaint of the demo was refused: ${written.refusal.kind}`);
}

async function noteAboutOverdue(deps: WorkDeps): Promise<void> {
  await writeNote(deps, {
    borrowerId: await borrowerWhoIs(deps, 'overdue'),
    text: 'Called. Says that the booth has not passed the money on, and sends a picture of the receipt.',
    actor: staffActor('kondwani'),
    now: toDate(deps.clock.nowMs()),
  });
}

/** The book has the same float as the simulated operators. */
export async function openFloats(deps: WorkDeps): Promise<void> {
  for (const operator of OPERATORS_WITH_FLOAT) {
    const opened = await declareFloatMovement(deps, {
      operator,
      direction: 'payout',
      kind: 'opening',
      amountNgwee: deps.startingFloatNgwee,
      reason: 'The float with which the demo begins',
      actor: staffActor('lweendo'),
      approvedBy: staffActor('suwilanji'),
    });
    if (!opened.ok) throw new Error(`a float of the demo was refused: ${opened.refusal.kind}`);
  }
}

async function fileDemoRequests(deps: WorkDeps, staffIds: ReadonlyMap<string, number>): Promise<void> {
  const now = toDate(deps.clock.nowMs());
  const makerOf = (userName: string) => ({
    maker: { actor: staffActor(userName), staffId: staffIds.get(userName)! },
    now,
  });
  const member = { staffId: staffIds.get('natasha')!, userName: 'natasha', name: 'Natasha Lungu' };
  const roles = ['support', 'collector'] as const;
  const reason = 'Helps the collectors in the week after payday';
  await fileRequest(deps, await askForRoles(deps.db, { member, roles, reason }), makerOf('chipo'));
  const ceiling = await askForCeiling(deps.db, {
    amountNgwee: ngwee(250_000_00),
    onlyOn: null,
    today: deps.today(),
    reason: 'The float for payouts is K250,000 a day from now on',
  });
  await fileRequest(deps, ceiling, makerOf('mwansa'));
}

/** A list on which a person has almost the name of the borrower who was declined, and an entry of the blocked list. */
async function addListedPeople({ db, sealing, clock }: WorkDeps): Promise<void> {
  const now = toDate(clock.nowMs());
  const { firstName, lastName } = demoBorrowers.find(({ state }) => state === 'declined')!;
  const text = `reference,name,birth_year,position,source\nDEMO-1,${firstName}a ${lastName},1992,Council secretary,Invented for the demo\n`;
  const fileBytes = Buffer.from(text);
  const list = readList('pep', fileBytes, 'demo.csv');
  if (!list.ok) throw new Error(list.refusal);
  const importedBy = staffActor('monde');
  const file = { listKind: 'pep', list: list.value, digest: digestOf(fileBytes) } as const;
  const imported = await importList(db, { ...file, importedBy, now, isOlderTaken: false });
  if (!imported.ok) throw new Error(`the list of the demo was refused: ${imported.refusal}`);
  await compareBook({ db, sealing, openCard }, { lists: await keepLists(db)(), now });
  await addToBlockedList(
    { db, sealing },
    {
      subject: { kind: 'mobile', mobile: '0971000099' },
      reason: 'Three accounts with cards of other people',
      addedBy: importedBy,
      now,
    },
  );
}
