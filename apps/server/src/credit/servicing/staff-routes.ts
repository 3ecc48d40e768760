import type { StaffAnswer, StaffBody } from '@thumba/contract/staff/wire';
import { day } from '@thumba/lending/day';
import { type Ngwee, parseKwacha } from '@thumba/lending/money';
import type { SeenLoan } from '../../book/loan/seen-loan.ts';
import { readShownLoan, shownLoan } from '../../book/loan/shown-loan.ts';
import type { SmsOf } from '../../book/loan/staff-preview.ts';
import type { AskedRequest } from '../../book/staff-request.ts';
import { done, NOT_FOUND, type Reply, refused } from '../../platform/reply.ts';
import { type StaffPerson, type StaffServer, serveStaff } from '../../platform/serve-staff.ts';
import { type ServicingDeps, type ServicingRefusal, waiveChargeOfLoan } from './commands.ts';
import { describeServicingRefusal } from './refusal-text.ts';
import { askForService, describeServiced, type Service } from './staff-requests.ts';
import { versionToWaiveAlone } from './waived-alone.ts';

export type ServicingRouteDeps = ServicingDeps & {
  smsOf: SmsOf;
  /** Up to this a person waives alone, in one day and on one loan. */
  waiverAloneNgwee(): Ngwee;
  fileRequest(asked: AskedRequest, maker: StaffPerson): Promise<Reply<{ requestId: number }>>;
};

type Wanted = { loanId: number; service: Service; person: StaffPerson };
type Given = { seen: SeenLoan; reason: string };

/** A preview has no reason yet, and each request needs one. */
const NO_REASON_YET = 'not given yet';

/** What is done with a loan that runs: it is shown first, and asked for where it needs a second person. */
export function registerServicingRoutes(server: StaffServer, deps: ServicingRouteDeps): void {
  serveStaff(server, 'previewService', ({ params: { loanId }, body }, { person }) =>
    preview(deps, { loanId, service: serviceOf(body.service), person }),
  );

  serveStaff(server, 'doService', ({ params: { loanId }, body }, { person, note }) => {
    note(body.service);
    const wanted = { loanId, service: serviceOf(body.service), person };
    return serve(deps, wanted, { seen: readShownLoan(body.seen), reason: body.reason });
  });

  const writeOff: Service = { kind: 'write_off' };

  serveStaff(server, 'previewWriteOff', ({ params: { loanId } }, { person }) =>
    preview(deps, { loanId, service: writeOff, person }),
  );

  serveStaff(server, 'askForWriteOff', ({ params: { loanId }, body }, { person }) =>
    serve(
      deps,
      { loanId, service: writeOff, person },
      { seen: readShownLoan(body.seen), reason: body.reason },
    ),
  );
}

async function preview(
  deps: ServicingRouteDeps,
  { loanId, service, person }: Wanted,
): Promise<Reply<StaffAnswer<'previewService'>>> {
  const { userName: staffName } = person;
  const asked = await askForService(deps, service, { loanId, reason: NO_REASON_YET, staffName });
  if (!asked.ok) return refusedService(service, asked.refusal);
  const { title, effect, message, payload } = asked.value;
  return done({
    title,
    effect: [...effect],
    message,
    isAlone: (await versionAlone(deps, { loanId, service, person })) !== undefined,
    seen: shownLoan(payload.seen as SeenLoan),
  });
}

/** Does what one person may do alone, and files the rest. */
async function serve(
  deps: ServicingRouteDeps,
  { loanId, service, person }: Wanted,
  { seen, reason }: Given,
): Promise<Reply<StaffAnswer<'doService'>>> {
  const asked = { loanId, reason, seen, staffName: person.userName };
  const loanVersion = await versionAlone(deps, { loanId, service, person });
  if (service.kind === 'waiver' && loanVersion !== undefined) {
    const waived = await waiveChargeOfLoan(deps, { ...asked, ...service, loanVersion });
    return waived.ok
      ? done({ requestId: null, sentence: describeServiced(service, waived.value) })
      : refusedService(service, waived.refusal);
  }
  const request = await askForService(deps, service, asked);
  if (!request.ok) return refusedService(service, request.refusal);
  const filed = await deps.fileRequest(request.value, person);
  if (filed.code !== 200) return filed;
  const { requestId } = filed.data;
  return done({ requestId, sentence: `Request ${requestId} is filed: a second person decides on it.` });
}

/** The version of the loan at which the person may do it alone; undefined where a second person has to approve. */
async function versionAlone(
  { db, today, waiverAloneNgwee }: ServicingRouteDeps,
  { loanId, service, person }: Wanted,
): Promise<number | undefined> {
  if (service.kind !== 'waiver') return undefined;
  const { amountNgwee } = service;
  const waiver = { loanId, amountNgwee, staffName: person.userName, on: today() };
  return versionToWaiveAlone(db, waiver, waiverAloneNgwee());
}

function serviceOf(given: StaffBody<'doService'>['service']): Service {
  switch (given.kind) {
    case 'waiver': {
      const { kind, period, charge, amount } = given;
      return { kind, period, charge, amountNgwee: parseKwacha(amount)! };
    }
    case 'hardship':
      return { kind: 'hardship', dueDates: given.dueDates.map(day) };
    case 'reversal':
      return given;
  }
}

/** The field of a form that a refusal is about. */
const FIELDS: Partial<Record<ServicingRefusal['kind'], string>> = {
  nothing_to_waive: 'service.amount',
  waiver_above_owed: 'service.amount',
  hardship_date_count: 'service.dueDates',
  hardship_date_too_early: 'service.dueDates',
  hardship_date_too_late: 'service.dueDates',
  no_such_posting: 'service.receiptNo',
};

const NO_SUCH_POSTING = 'The loan has no posting with this receipt. The ledger of the loan lists them.';

function refusedService(service: Service, refusal: ServicingRefusal): Reply<never> {
  const { kind: reason } = refusal;
  if (reason === 'no_such_loan') return NOT_FOUND;
  const sentence = reason === 'no_such_posting' ? NO_SUCH_POSTING : describeServicingRefusal(refusal);
  const field = service.kind === 'write_off' ? undefined : FIELDS[reason];
  return field === undefined
    ? refused(409, sentence, { reason })
    : refused(400, sentence, { reason, fields: { [field]: sentence } });
}
