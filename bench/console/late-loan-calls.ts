import { ARREARS_BUCKET_NAMES, type ArrearsBucket } from '@thumba/lending/arrears-bucket';
import { demoStaff } from '../../apps/server/src/demo-staff.ts';
import { type Database, statement } from '../../apps/server/src/platform/database.ts';
import { PAGE_SIZE, pick, type WantedCall } from './wanted-call.ts';

const SAMPLE_SIZE = 200;

/** One of ten late loans is worked on by a person, and half of those have a promise from a call of yesterday. */
const workStatement = statement<never, { userName: string }>(
  'bench: work on late loans',
  `with person as (select staff_id, user_name from staff_member where user_name = $userName),
   assigned as (
     update arrears_work w set assigned_staff_id = p.staff_id, assigned_at = now()
     from person p where w.ended_on is null and w.assigned_staff_id is null and w.loan_id % 10 = 0
       and not exists (select from arrears_call)
     returning w.borrower_id, w.loan_id, w.late_ngwee, w.measured_on, p.staff_id, 'staff:' || p.user_name as actor
   ),
   called as (
     insert into arrears_call (borrower_id, loan_id, on_day, ordinal_of_day, begun_at, actor, staff_id, tries,
       identified_at, outcome, ended_at)
     select borrower_id, loan_id, measured_on - 1, 1, now(), actor, staff_id, 1, now(), 'promised', now()
     from assigned where loan_id % 20 = 0
     returning borrower_id, loan_id, call_id, on_day
   )
   insert into arrears_promise (borrower_id, loan_id, call_id, promised_on, due_on, amount_ngwee, paid_before_ngwee, actor,
     made_at)
   select c.borrower_id, c.loan_id, c.call_id, c.on_day, c.on_day + 7, a.late_ngwee, 0, a.actor, now()
   from called c join assigned a using (borrower_id, loan_id)`,
);

const sampleStatement = statement<
  { loan_id: number; owed_ngwee: number; bucket: ArrearsBucket },
  { size: number }
>(
  'bench: late loans',
  `select loan_id, owed_ngwee, bucket from (
     select loan_id, owed_ngwee, bucket, row_number() over (order by owed_ngwee desc, loan_id desc) as place,
       greatest(1, count(*) over () / $size::integer) as step
     from arrears_work where ended_on is null
   ) late where place % step = 0 order by place limit $size`,
);

/** Late loans from the top and from places that are spread over the list. */
export async function lateLoanCalls(db: Database): Promise<WantedCall[]> {
  await db.rows(workStatement, { userName: demoStaff.find(({ role }) => role === 'collector')!.userName });
  const loans = await db.rows(sampleStatement, { size: SAMPLE_SIZE });
  const role = 'collector';
  const late = (title: string, query: (number: number) => object): WantedCall => ({
    title: `late loans${title}`,
    name: 'listArrears',
    role,
    request: (number) => ({ query: { ...query(number), pageSize: PAGE_SIZE } }),
  });
  const place = (number: number) => {
    const { loan_id: loanId, owed_ngwee: owedNgwee } = pick(loans, number);
    return { after: `${owedNgwee}-${loanId}` };
  };
  const bucketOf = (number: number) => ({ bucket: pick(ARREARS_BUCKET_NAMES, number) });
  return [
    late('', () => ({})),
    late(', further down', place),
    late(' of a bucket', bucketOf),
    late(' of a bucket, further down', (number) => ({ ...bucketOf(number), ...place(number) })),
    late(' of a person', () => ({ whose: 'mine' })),
    late(' that have no person', () => ({ whose: 'free' })),
    {
      title: 'one late loan',
      name: 'readArrears',
      role,
      request: (number) => ({ params: { loanId: pick(loans, number).loan_id } }),
    },
    { title: 'files for agencies', name: 'listAgencyFiles', role, request: () => ({}) },
    { title: 'files for the credit bureau', name: 'listBureauFiles', role, request: () => ({}) },
    ...(['warned', 'listed', 'disputed'] as const).map(
      (state): WantedCall => ({
        title: `listings: ${state}`,
        name: 'listBureauListings',
        role,
        request: () => ({ query: { state } }),
      }),
    ),
  ];
}
