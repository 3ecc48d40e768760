import { openIdentity } from '../../apps/server/src/people/borrower/applicant.ts';
import { type Database, statement } from '../../apps/server/src/platform/database.ts';
import type { Sealing } from '../../apps/server/src/platform/sealing.ts';
import { findBorrowers } from '../../apps/server/src/staff/search/find-borrowers.ts';
import type { MeasuredCall } from './measured-call.ts';

const MOST_MS = 200;
const PAGE = { limit: 20, offset: 0 };
/** The numbers of the sampled borrowers are spread over the book. */
const SAMPLE_STEP = 7919;

type SampleRow = {
  borrower_id: number;
  mobile_sealed: Buffer;
  identity_sealed: Buffer;
  loan_id: number;
  attempt_id: string;
  operator_reference: string;
  receipt_no: string;
};

const readSampleStatement = statement<SampleRow, { borrowerIds: number[] }>(
  'bench: sample borrowers',
  `select b.borrower_id, b.mobile_sealed, i.identity_sealed, paid.*
   from borrower b join borrower_identity i using (borrower_id)
   cross join lateral (
     select p.loan_id, p.attempt_id, p.operator_reference, e.detail ->> 'receiptNo' as receipt_no
     from payment_attempt p join loan_event e on e.borrower_id = p.borrower_id and e.kind = 'repaid'
       and e.detail ->> 'attemptId' = p.attempt_id::text
     where p.borrower_id = b.borrower_id order by p.attempt_id limit 1
   ) paid
   where b.borrower_id = any ($borrowerIds::bigint[]) order by b.borrower_id`,
);
const readSizeStatement = statement<{ borrowers: number }>(
  'bench: size of the book',
  'select max(borrower_id) as borrowers from borrower',
);
const readTicketsStatement = statement<{ ticket_id: number }>(
  'bench: tickets',
  'select ticket_id from complaint order by ticket_id limit 1000',
);

type Sampled = SampleRow & { mobile: string; idNumber: string; firstName: string; lastName: string };

async function sampleOf(db: Database, sealing: Sealing, size: number): Promise<Sampled[]> {
  const { borrowers } = (await db.row(readSizeStatement, {}))!;
  const borrowerIds = Array.from({ length: size }, (_, at) => 1 + ((at * SAMPLE_STEP) % borrowers));
  const rows = await db.rows(readSampleStatement, { borrowerIds });
  if (rows.length === 0)
    throw new Error('the book has no borrower who paid: make one with "npm run make-book"');
  return rows.map((row) => {
    const { idNumber, firstName, lastName } = openIdentity(sealing, row.borrower_id, row.identity_sealed);
    const place = { borrower_id: row.borrower_id };
    const mobile = sealing.open('borrower.mobile_sealed', place, row.mobile_sealed);
    return { ...row, mobile, idNumber, firstName, lastName };
  });
}

/** The search box, one row for each kind of text. */
export async function searchCalls(
  deps: { db: Database; sealing: Sealing },
  size: number,
): Promise<MeasuredCall[]> {
  const sample = await sampleOf(deps.db, deps.sealing, size);
  const tickets = await deps.db.rows(readTicketsStatement, {});
  const search = (what: string, textOf: (borrower: Sampled, number: number) => string): MeasuredCall => ({
    name: `search: ${what}`,
    mostMs: MOST_MS,
    async call(number) {
      const found = await findBorrowers(deps, {
        text: textOf(sample[number % sample.length]!, number),
        ...PAGE,
      });
      if (!found.ok) throw new Error(found.refusal.kind);
      return found.value.borrowers.length;
    },
  });
  return [
    search('a mobile number', ({ mobile }) => `+260 ${mobile.slice(1)}`),
    search('the number of a card', ({ idNumber }) => idNumber),
    search('a full name', ({ firstName, lastName }) => `${firstName} ${lastName}`),
    search('a surname', ({ lastName }) => lastName),
    search('three letters', ({ lastName }) => lastName.replaceAll(/[^A-Za-z]/g, '').slice(0, 3)),
    search(
      'two beginnings of three letters',
      ({ firstName, lastName }) =>
        `${firstName.slice(0, 3)} ${lastName.replaceAll(/[^A-Za-z]/g, '').slice(0, 3)}`,
    ),
    search('a name that nothing has', () => 'Xylophone Quartz'),
    search('the number of a loan', ({ loan_id }) => String(loan_id)),
    search('the number of a bill', ({ loan_id }) => `${loan_id}01`),
    search('a receipt', ({ receipt_no }) => receipt_no),
    search('a payment', ({ attempt_id }) => attempt_id),
    search('the reference of an operator', ({ operator_reference }) => operator_reference),
    search('a ticket', (_borrower, number) => String(tickets[number % tickets.length]!.ticket_id)),
    search('the number of a borrower', ({ borrower_id }) => String(borrower_id)),
  ];
}
