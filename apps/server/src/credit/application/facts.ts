import { CER_CODE } from '@thumba/contract/codes';
import type { ReadIdentity } from '@thumba/identity/card-agreement';
import type { Day } from '@thumba/lending/day';
import type { OperatorName } from '@thumba/lending/ledger';
import type { Coupon, LadderPlace, LoanState } from '@thumba/lending/loan';
import type { Ngwee } from '@thumba/lending/money';
import { CATALOGUE_REVISION, type Catalogue, type LiveCatalogue } from '../../book/catalogue/catalogue.ts';
import { OPEN_STATES } from '../../book/loan/queries.ts';
import { isFrozen } from '../../book/payment-attempt/frozen-money.ts';
import { isNumberShared } from '../../book/payment-attempt/payout-number.ts';
import type { CouponState, Subject, SubjectAccount } from '../../book/posting-line/posting.ts';
import { COUPON_AS_JSON } from '../../book/posting-line/read-subjects.ts';
import { LENDING_IS_STOPPED } from '../../book/stop-switch/stop-switch.ts';
import {
  type Identity,
  type MoneyFigures,
  openIdentity,
  openMoneyFigures,
  openPersonal,
} from '../../people/borrower/applicant.ts';
import { type BureauAnswer, openBureauAnswer } from '../../people/borrower/bureau-answer.ts';
import { faceOutcome, hasFaceDuplicate } from '../../people/borrower/face-check.ts';
import { isIdentityChecked, isIdentityShared } from '../../people/borrower/identity-check.ts';
import type { CardReading } from '../../people/card/card-reader.ts';
import { believed, openReading } from '../../people/card/card-readings.ts';
import { hasNamesake } from '../../people/duplicate/find-duplicates.ts';
import { hasBlockedAccount, isOnBlockedList } from '../../people/screening/blocked-list.ts';
import { hasScreeningHit, isScreeningCurrent } from '../../people/screening/screening-state.ts';
import { DAY_MS, toDate } from '../../platform/clock.ts';
import { type Database, statement } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';

/** Everything that an application is judged by, read in one query. */
export type ApplicationFacts = {
  /** The catalogue at the time of the query. */
  catalogue: Catalogue;
  /** The id of the loan, where these facts are for an application; null where they are for an offer or a page. */
  newLoanId: number | null;
  isBlocked: boolean;
  isLendingStopped: boolean;
  /** What lists and other borrowers say of this one. A comparison is made before a decision, where it is not current. */
  screening: { isCurrent: boolean; hasHit: boolean; hasNamesake: boolean };
  ladder: LadderPlace;
  identity: Identity | null;
  /** The same as it is kept. */
  identitySealed: Buffer | null;
  /** False for an identity that came from an earlier system. */
  hasIdentityPicture: boolean;
  /** Whether a person looked at the identity, and whether another borrower entered its number too. */
  identityCheck: { isChecked: boolean; isShared: boolean };
  /** What was read on the front of this identity's card; null where nothing was read. */
  reading: CardReading | null;
  /** The same, as far as it is believed. */
  card: ReadIdentity | null;
  /** How the face check for the picture of the card ended; null until one did. */
  face: 'pass' | 'refer' | null;
  /** Whether the face is like that of a borrower who came before. */
  hasFaceDuplicate: boolean;
  monthlyIncomeNgwee: Ngwee | null;
  hasEmergencyContact: boolean;
  questionnairePoints: number;
  /**
   * How many accounts use the phone that this borrower last reported, or the device secret of this borrower: the larger.
   * Null where neither is known. The secret is read for a decision only.
   */
  accountsOnDevice: number | null;
  /** The money received by SMS, and until when the figure is current; null where no SMS were read. */
  moneyReceived: { ngwee: Ngwee; until: Date } | null;
  /** What a credit bureau was asked about the open application; null where none was asked. */
  bureau: AskedBureau | null;
  /** `holderName` is what the operator calls its holder: null where it told none. Once cleared, it is not compared again. */
  account:
    | (SubjectAccount & {
        mobile: string;
        holderName: string | null;
        isHolderAsked: boolean;
        isHolderCleared: boolean;
      })
    | null;
  /** What this borrower has in common with others; null where these facts are for an offer or a page. */
  shared: SharedTraces | null;
  openLoan: { loanId: number; state: LoanState } | null;
  /** Loans repaid on time that count for the ladder. */
  onTimeLoans: number;
  mayApplyAgainOn: Day | null;
  /** The named coupon, if it is the borrower's. */
  coupon: Subject['coupon'];
  /** The earlier use of the request's idempotency key, if there is one. */
  usedKey: { inputHash: Buffer | null; answer: unknown };
};

/** A question to a credit bureau, with its answer where one came. */
type AskedBureau = { askedAt: Date; cause: string | null; answer: BureauAnswer | null };

/** How many borrowers have something in common with this one, who is counted too. */
export type SharedTraces = {
  payoutNumber: number;
  /** Accounts that use the device secret of this borrower; null where none was sent. */
  device: number | null;
  contact: number;
  /** Null where the network is unknown. */
  registrations: number | null;
  applications: number | null;
};

/** The figure is current for as many days as its SMS cover. */
function moneyReceived({ receivedNgwee, windowDays }: MoneyFigures, toldAt: Date) {
  return { ngwee: receivedNgwee, until: toDate(toldAt.getTime() + windowDays * DAY_MS) };
}

function larger(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b);
}

/** Whether every form that a loan needs is done. */
export function isAuthenticated(facts: ApplicationFacts): boolean {
  return facts.hasIdentityPicture && facts.monthlyIncomeNgwee !== null && facts.hasEmergencyContact;
}

type FactsRow = {
  catalogue_revision: number;
  new_loan_id: number | null;
  is_blocked: boolean;
  lending_is_stopped: boolean;
  screening_is_current: boolean;
  has_screening_hit: boolean;
  has_namesake: boolean;
  ladder_step: number;
  on_time_loans: number;
  identity_sealed: Buffer | null;
  has_identity_picture: boolean;
  card_reading_sealed: Buffer | null;
  identity_is_checked: boolean;
  identity_is_shared: boolean;
  face: 'pass' | 'refer' | null;
  has_face_duplicate: boolean;
  personal_sealed: Buffer | null;
  has_emergency_contact: boolean;
  questionnaire_points: number | null;
  accounts_on_device: number | null;
  figures_sealed: Buffer | null;
  figures_told_at: Date | null;
  bureau_enquiry_id: number | null;
  bureau_asked_at: Date | null;
  bureau_cause: string | null;
  bureau_answer_sealed: Buffer | null;
  account_id: number | null;
  account_operator: OperatorName | null;
  account_added_at: Date | null;
  account_payouts_from: Date | null;
  account_mobile_sealed: Buffer | null;
  account_holder_sealed: Buffer | null;
  account_holder_asked_at: Date | null;
  account_is_shared: boolean;
  account_is_frozen: boolean;
  account_holder_is_cleared: boolean;
  shared: SharedTraces | null;
  open_loan_id: number | null;
  open_loan_state: LoanState | null;
  settled_on_time: number;
  may_apply_again_on: Day | null;
  coupon: Coupon | null;
  coupon_state: CouponState | null;
  coupon_loan_id: number | null;
  key_input_hash: Buffer | null;
  key_answer: unknown;
};

/** An interval of days, in hours, because a day in PostgreSQL is longer or shorter where the clocks change. */
const daysBefore = (days: string) => `make_interval(hours => 24 * ${days}::integer)`;

const SHARED_TRACES = `json_build_object(
  'payoutNumber', (select count(*) + 1 from borrower_trace t
    where t.kind = 'payout_number' and t.subject_hash = c.mobile_hash and t.borrower_id <> b.borrower_id
      and t.seen_at > $now::timestamptz - ${daysBefore('$numberWindowDays')}),
  'device', (select max((select count(*) from (
      select borrower_id from known_device d where d.device_hash = mine.device_hash
      union select borrower_id from session s where s.device_hash = mine.device_hash) used))
    from (select device_hash from known_device d where d.borrower_id = b.borrower_id
      union select device_hash from session s where s.borrower_id = b.borrower_id and s.device_hash is not null) mine),
  'contact', coalesce((select max(of_contact.borrowers) from (
    select count(*) filter (where t.seen_at > $now::timestamptz - ${daysBefore('$numberWindowDays')}
      or t.borrower_id = b.borrower_id) as borrowers
    from borrower_trace mine join borrower_trace t on t.kind = mine.kind and t.subject_hash = mine.subject_hash
    where mine.borrower_id = b.borrower_id and mine.kind = 'contact' group by mine.subject_hash) of_contact), 1),
  'registrations', (select nullif(count(*), 0) from borrower_trace mine
    join borrower_trace t on t.kind = mine.kind and t.subject_hash = mine.subject_hash
    where mine.borrower_id = b.borrower_id and mine.kind = 'registration_network'
      and t.seen_at > mine.seen_at - ${daysBefore('$networkWindowDays')}
      and t.seen_at < mine.seen_at + ${daysBefore('$networkWindowDays')}),
  'applications', case when cardinality($networkHashes::bytea[]) > 0 then (select count(*) + 1 from borrower_trace t
    where t.kind = 'application_network' and t.subject_hash = any ($networkHashes) and t.borrower_id <> b.borrower_id
      and t.seen_at > $now::timestamptz - ${daysBefore('$networkWindowDays')}) end)`;

const readFactsStatement = statement<
  FactsRow,
  {
    borrowerId: number;
    accountId: number | null;
    keyHashes: Buffer[];
    takesLoanId: boolean;
    userCouponId: number | null;
    now: Date | null;
    networkHashes: Buffer[];
    numberWindowDays: number;
    networkWindowDays: number;
  }
>(
  'application: facts',
  `select case when $takesLoanId then nextval('loan_id') end as new_loan_id, b.blocked_at is not null or ${isOnBlockedList('b.borrower_id', 'c')} as is_blocked,
     ${LENDING_IS_STOPPED} as lending_is_stopped,
     i.borrower_id is null or ${isScreeningCurrent('i')} as screening_is_current,
     ${hasScreeningHit('b.borrower_id')} or ${hasBlockedAccount('b.borrower_id')} as has_screening_hit, ${hasNamesake('b.borrower_id')} as has_namesake,
     s.ladder_step, s.on_time_loans,
     i.identity_sealed, i.front_file_id is not null as has_identity_picture,
     r.reading_sealed as card_reading_sealed,
     ${isIdentityChecked('b.borrower_id')} as identity_is_checked,
     ${isIdentityShared('b.borrower_id')} as identity_is_shared,
     ${faceOutcome('b.borrower_id')} as face,
     ${hasFaceDuplicate('b.borrower_id')} as has_face_duplicate, p.values_sealed as personal_sealed,
     exists (select from borrower_form f where f.borrower_id = b.borrower_id
       and f.cer_code = ${CER_CODE.emergencyContact}) as has_emergency_contact,
     (select max(q.points) from questionnaire_answer q where q.borrower_id = b.borrower_id) as questionnaire_points,
     (select nullif(count(distinct same.borrower_id), 0) from phone_record same where same.phone_hash = (
        select r.phone_hash from phone_record r where r.borrower_id = b.borrower_id order by r.told_at desc limit 1))
       as accounts_on_device,
     f.figures_sealed, f.told_at as figures_told_at,
     e.enquiry_id as bureau_enquiry_id, e.asked_at as bureau_asked_at, e.cause as bureau_cause,
     e.answer_sealed as bureau_answer_sealed,
     c.account_id, c.operator as account_operator, c.mobile_sealed as account_mobile_sealed,
     c.created_at as account_added_at, c.payouts_from as account_payouts_from,
     c.holder_name_sealed as account_holder_sealed, c.holder_asked_at as account_holder_asked_at,
     ${isNumberShared('c')} as account_is_shared, ${isFrozen('b.borrower_id')} as account_is_frozen,
     c.holder_cleared_at is not null as account_holder_is_cleared,
     case when $now::timestamptz is not null then ${SHARED_TRACES} end as shared,
     o.loan_id as open_loan_id, o.state as open_loan_state,
     (select count(*) from loan l where l.borrower_id = b.borrower_id and l.state = 'settled'
       and l.worst_days_late = 0
       and (l.ladder_move -> 'isCounted') is distinct from 'false') as settled_on_time,
     (select d.may_apply_again_on from loan_decision d join loan l using (borrower_id, loan_id)
      where d.borrower_id = b.borrower_id and l.state = 'declined' order by d.loan_id desc limit 1)
       as may_apply_again_on,
     ${COUPON_AS_JSON} as coupon, u.state as coupon_state, u.loan_id as coupon_loan_id,
     k.input_hash as key_input_hash, k.answer as key_answer, ${CATALOGUE_REVISION}
   from borrower b
   join borrower_standing s on s.borrower_id = b.borrower_id
   left join borrower_identity i on i.borrower_id = b.borrower_id
   left join card_reading r on r.borrower_id = b.borrower_id and r.front_file_id = i.front_file_id
   left join borrower_form p on p.borrower_id = b.borrower_id and p.cer_code = ${CER_CODE.personal}
   left join money_message_figures f on f.borrower_id = b.borrower_id
   left join repay_account c on c.borrower_id = b.borrower_id
     and case when $accountId::bigint is null then c.is_default else c.account_id = $accountId end
   left join loan o on o.borrower_id = b.borrower_id
     and o.state in ${OPEN_STATES}
   left join loan_decision q on q.borrower_id = b.borrower_id and q.loan_id = o.loan_id
   left join bureau_enquiry e on e.borrower_id = b.borrower_id
     and e.enquiry_id = (q.inputs ->> 'bureauEnquiryId')::bigint
   left join borrower_coupon u on u.borrower_id = b.borrower_id and u.user_coupon_id = $userCouponId
   left join idempotency_key k on k.borrower_id = b.borrower_id and k.key_hash = any ($keyHashes::bytea[])
   where b.borrower_id = $borrowerId`,
);

export async function readApplicationFacts(
  deps: { db: Database; sealing: Sealing; catalogue: LiveCatalogue },
  borrowerId: number,
  options: {
    accountId?: number | undefined;
    keyHashes?: Buffer[] | undefined;
    takesLoanId?: boolean;
    userCouponId?: number | undefined;
    /** For a decision: the time and the caller's network, if it is known. */
    caller?: { now: Date; networkHashes: Buffer[] };
  } = {},
): Promise<ApplicationFacts> {
  // The windows are those that this process knows before it reads. They change only when the rules are saved.
  const { numberWindowDays, networkWindowDays } = deps.catalogue.current().rules;
  const row = await deps.db.row(readFactsStatement, {
    borrowerId,
    accountId: options.accountId ?? null,
    keyHashes: options.keyHashes ?? [],
    takesLoanId: options.takesLoanId ?? false,
    userCouponId: options.userCouponId ?? null,
    now: options.caller?.now ?? null,
    networkHashes: options.caller?.networkHashes ?? [],
    numberWindowDays,
    networkWindowDays,
  });
  if (!row) throw new Error('a session belongs to no borrower');
  return { catalogue: await deps.catalogue.since(row.catalogue_revision), ...factsOf(deps, borrowerId, row) };
}

function factsOf(
  deps: { sealing: Sealing },
  borrowerId: number,
  row: FactsRow,
): Omit<ApplicationFacts, 'catalogue'> {
  return {
    newLoanId: row.new_loan_id,
    isBlocked: row.is_blocked,
    isLendingStopped: row.lending_is_stopped,
    screening: {
      isCurrent: row.screening_is_current,
      hasHit: row.has_screening_hit,
      hasNamesake: row.has_namesake,
    },
    ladder: { step: row.ladder_step, onTimeLoans: row.on_time_loans },
    ...identityFacts(deps.sealing, borrowerId, row),
    monthlyIncomeNgwee: row.personal_sealed
      ? openPersonal(deps.sealing, borrowerId, row.personal_sealed).monthlyIncomeNgwee
      : null,
    hasEmergencyContact: row.has_emergency_contact,
    questionnairePoints: row.questionnaire_points ?? 0,
    accountsOnDevice: larger(row.accounts_on_device, row.shared?.device ?? null),
    moneyReceived: row.figures_sealed
      ? moneyReceived(openMoneyFigures(deps.sealing, borrowerId, row.figures_sealed), row.figures_told_at!)
      : null,
    bureau: bureauOf(deps.sealing, borrowerId, row),
    account: accountOf(deps.sealing, borrowerId, row),
    shared: row.shared,
    openLoan: row.open_loan_id === null ? null : { loanId: row.open_loan_id, state: row.open_loan_state! },
    onTimeLoans: row.settled_on_time,
    mayApplyAgainOn: row.may_apply_again_on,
    coupon:
      row.coupon === null
        ? null
        : { coupon: row.coupon, state: row.coupon_state!, loanId: row.coupon_loan_id },
    usedKey: { inputHash: row.key_input_hash, answer: row.key_answer },
  };
}

function bureauOf(sealing: Sealing, borrowerId: number, row: FactsRow): AskedBureau | null {
  if (row.bureau_enquiry_id === null) return null;
  const place = { borrower_id: borrowerId, enquiry_id: row.bureau_enquiry_id };
  const sealed = row.bureau_answer_sealed;
  return {
    askedAt: row.bureau_asked_at!,
    cause: row.bureau_cause,
    answer: sealed && openBureauAnswer(sealing, place, sealed),
  };
}

function accountOf(sealing: Sealing, borrowerId: number, row: FactsRow): ApplicationFacts['account'] {
  if (row.account_id === null) return null;
  const place = { borrower_id: borrowerId, account_id: row.account_id };
  return {
    accountId: row.account_id,
    operator: row.account_operator!,
    mobileSealed: row.account_mobile_sealed!,
    addedAt: row.account_added_at!,
    payoutsFrom: row.account_payouts_from,
    mobile: sealing.open('repay_account.mobile_sealed', place, row.account_mobile_sealed!),
    isShared: row.account_is_shared,
    isFrozen: row.account_is_frozen,
    holderName:
      row.account_holder_sealed &&
      sealing.open('repay_account.holder_name_sealed', place, row.account_holder_sealed),
    isHolderAsked: row.account_holder_asked_at !== null,
    isHolderCleared: row.account_holder_is_cleared,
  };
}

/** What is known of who the borrower is. */
function identityFacts(sealing: Sealing, borrowerId: number, row: FactsRow) {
  const reading = row.card_reading_sealed ? openReading(sealing, borrowerId, row.card_reading_sealed) : null;
  return {
    identity: row.identity_sealed ? openIdentity(sealing, borrowerId, row.identity_sealed) : null,
    identitySealed: row.identity_sealed,
    hasIdentityPicture: row.has_identity_picture,
    identityCheck: { isChecked: row.identity_is_checked, isShared: row.identity_is_shared },
    reading,
    card: reading && believed(reading),
    face: row.face,
    hasFaceDuplicate: row.has_face_duplicate,
  };
}
