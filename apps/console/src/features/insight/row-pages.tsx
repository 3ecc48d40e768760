import {
  APPLICATION_STAGES,
  OFFICER_WORK,
  PAYMENT_OUTCOMES,
  REGISTRATION_STAGES,
} from '@thumba/contract/staff/monitoring-kinds';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { OPERATOR_NAMES } from '@thumba/lending/ledger';
import { BAND_POINTS } from '@thumba/lending/scorecard-measures';
import { useFilters } from '../../platform/filters.ts';
import { OPERATOR_TITLES } from '../../platform/operators.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { usePerson } from '../../platform/session.ts';
import { dayText } from '../../platform/time.ts';
import { Money } from '../../ui/money.tsx';
import { PAGE_SIZE } from '../../ui/paged-list.tsx';
import type { Column } from '../../ui/table.tsx';
import { ExactTime } from '../../ui/time.tsx';
import {
  APPLICATION_TITLES,
  OUTCOME_TITLES,
  REGISTRATION_TITLES,
  secondsText,
  WORK_TITLES,
  wordsOf,
} from './monitoring-words.ts';
import { daysText } from './report-period.ts';
import { RowsPage } from './rows-page.tsx';

const DAYS = { from: '', to: '', after: '' };
type DayFilters = { from: string; to: string; after: string };

/** What each list asks for: its days and the place of the page. What a changed address has of other words is left out. */
function pageOf({ from, to, after }: DayFilters) {
  return { ...daysIn({ from, to }), after: after || undefined, pageSize: PAGE_SIZE };
}

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text);
const daysIn = ({ from, to }: { from: string; to: string }) => ({
  from: isDay(from) ? from : undefined,
  to: isDay(to) ? to : undefined,
});
const daysNote = ({ from, to }: DayFilters) =>
  isDay(from) && isDay(to) ? daysText({ from, through: to }) : 'this month';
const numberIn = (text: string) => (/^-?\d{1,6}$/.test(text) ? Number(text) : undefined);
const lines = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(', ');

/** Where a person leads who may open the page of a borrower or of a loan. */
function useAddresses() {
  const { permissions } = usePerson();
  return {
    ofLoan: (loanId: number | null) =>
      loanId !== null && permissions.includes('seeLoan') ? `/loans/${loanId}` : undefined,
    ofBorrower: (borrowerId: number | null) =>
      borrowerId !== null && permissions.includes('seeBorrower') ? `/borrowers/${borrowerId}` : undefined,
  };
}

type Registered = StaffAnswer<'listRegisteredBorrowers'>['items'][number];

const REGISTERED: readonly Column<Registered>[] = [
  { title: 'Borrower', cell: ({ borrowerId }) => borrowerId },
  { title: 'Registered', cell: ({ registeredOn }) => dayText(registeredOn) },
  { title: 'Channel', cell: ({ channelName }) => channelName, isExtra: true },
  { title: 'Came as far as', cell: ({ stage }) => REGISTRATION_TITLES[stage] },
];

export function RegisteredPage() {
  const [filters, change] = useFilters({ ...DAYS, stage: 'registered', channel: '' });
  const stage = REGISTRATION_STAGES.find((one) => one === filters.stage) ?? 'registered';
  const channel = filters.channel || undefined;
  const { ofBorrower } = useAddresses();
  return (
    <RowsPage
      title={`Borrowers: ${REGISTRATION_TITLES[stage].toLowerCase()}`}
      note={lines(`registered ${daysNote(filters)}`, channel)}
      report="registrations"
      file={{ list: 'listRegisteredBorrowers', filter: { ...daysIn(filters), stage, channel } }}
      query={useStaffAnswer(
        'listRegisteredBorrowers',
        { query: { ...pageOf(filters), stage, channel } },
        { isList: true },
      )}
      columns={REGISTERED}
      keyOf={({ borrowerId }: Registered) => borrowerId}
      addressOf={({ borrowerId }) => ofBorrower(borrowerId)}
      after={filters.after}
      onAfter={(after) => change({ after })}
    />
  );
}

type Decided = StaffAnswer<'listDecidedApplications'>['items'][number];

const RULES = { approve: 'approve', refer: 'refer to a person', decline: 'decline' } as const;

const DECIDED: readonly Column<Decided>[] = [
  { title: 'Loan', cell: ({ loanId }) => loanId },
  { title: 'Applied', cell: ({ appliedOn }) => dayText(appliedOn) },
  { title: 'Amount', cell: ({ amount }) => <Money kwacha={amount} />, isRight: true },
  { title: 'Points', cell: ({ points }) => points, isRight: true },
  { title: 'Version', cell: ({ version }) => version, isRight: true, isExtra: true },
  { title: 'The rules said', cell: ({ rules }) => RULES[rules], isExtra: true },
  {
    title: 'A person',
    cell: ({ person, isOverridden }) =>
      isOverridden ? 'approved against a rule' : person === 'approve' ? 'approved' : person && 'declined',
    isExtra: true,
  },
  { title: 'State', cell: ({ state }) => wordsOf(state) },
  { title: 'Most days late', cell: ({ worstDaysLate }) => worstDaysLate, isRight: true },
];

export function DecidedPage() {
  const [filters, change] = useFilters({
    ...DAYS,
    stage: 'applied',
    channel: '',
    version: '',
    fromPoints: '',
  });
  const stage = APPLICATION_STAGES.find((one) => one === filters.stage) ?? 'applied';
  const channel = filters.channel || undefined;
  const version = numberIn(filters.version);
  const fromPoints = numberIn(filters.fromPoints);
  const { ofLoan } = useAddresses();
  const isOfScorecard = version !== undefined || fromPoints !== undefined;
  return (
    <RowsPage
      title={`Applications: ${APPLICATION_TITLES[stage].toLowerCase()}`}
      note={lines(
        `applied ${daysNote(filters)}`,
        channel,
        version === undefined ? undefined : `version ${version}`,
        fromPoints === undefined ? undefined : `${fromPoints} to ${fromPoints + BAND_POINTS - 1} points`,
      )}
      report={isOfScorecard ? 'scorecard' : 'approvals'}
      file={{
        list: 'listDecidedApplications',
        filter: { ...daysIn(filters), stage, channel, version, fromPoints },
      }}
      query={useStaffAnswer(
        'listDecidedApplications',
        { query: { ...pageOf(filters), stage, channel, version, fromPoints } },
        { isList: true },
      )}
      columns={DECIDED}
      keyOf={({ loanId }: Decided) => loanId}
      addressOf={({ loanId }) => ofLoan(loanId)}
      after={filters.after}
      onAfter={(after) => change({ after })}
    />
  );
}

type Done = StaffAnswer<'listOfficersWork'>['items'][number];

const DONE: readonly Column<Done>[] = [
  { title: 'When, in Lusaka', cell: ({ at }) => <ExactTime at={at} /> },
  { title: 'Borrower', cell: ({ borrowerId }) => borrowerId, isRight: true },
  { title: 'Loan', cell: ({ loanId }) => loanId, isRight: true },
  { title: 'Now', cell: ({ outcome }) => wordsOf(outcome) },
];

export function WorkPage() {
  const [filters, change] = useFilters({ ...DAYS, staff: '', work: 'approved' });
  const work = OFFICER_WORK.find((one) => one === filters.work) ?? 'approved';
  const staffId = numberIn(filters.staff) ?? 0;
  const { ofLoan, ofBorrower } = useAddresses();
  const query = useStaffAnswer(
    'listOfficersWork',
    { params: { staffId: String(staffId) as never }, query: { ...pageOf(filters), work } },
    { isList: true },
  );
  return (
    <RowsPage
      title={WORK_TITLES[work]}
      note={lines(query.data?.person.name, daysNote(filters))}
      report="officers"
      file={{ list: 'listOfficersWork', params: { staffId }, filter: { ...daysIn(filters), work } }}
      query={query}
      columns={DONE}
      keyOf={({ number, at }: Done) => `${number} ${at}`}
      addressOf={({ loanId, borrowerId }) => ofLoan(loanId) ?? ofBorrower(borrowerId)}
      after={filters.after}
      onAfter={(after) => change({ after })}
    />
  );
}

type Payment = StaffAnswer<'listOperatorPayments'>['items'][number];

const PAYMENTS: readonly Column<Payment>[] = [
  { title: 'When, in Lusaka', cell: ({ createdAt }) => <ExactTime at={createdAt} /> },
  { title: 'Operator', cell: ({ operator }) => OPERATOR_TITLES[operator] },
  { title: 'Direction', cell: ({ direction }) => direction, isExtra: true },
  { title: 'Amount', cell: ({ amount }) => <Money kwacha={amount} />, isRight: true },
  { title: 'State', cell: ({ state }) => wordsOf(state) },
  { title: 'Reason', cell: ({ reason }) => reason && wordsOf(reason), isExtra: true },
  { title: 'Time', cell: ({ seconds }) => secondsText(seconds), isRight: true, isExtra: true },
];

const DIRECTIONS = ['collection', 'payout'] as const;

export function PaymentsOfOperatorPage() {
  const [filters, change] = useFilters({
    ...DAYS,
    operator: '',
    direction: '',
    outcome: 'attempts',
    reason: '',
  });
  const outcome = PAYMENT_OUTCOMES.find((one) => one === filters.outcome) ?? 'attempts';
  const operator = OPERATOR_NAMES.find((one) => one === filters.operator);
  const direction = DIRECTIONS.find((one) => one === filters.direction);
  const reason = filters.reason || undefined;
  const mayOpen = usePerson().permissions.includes('seeBorrower');
  return (
    <RowsPage
      title={`Payments: ${OUTCOME_TITLES[outcome].toLowerCase()}`}
      note={lines(
        daysNote(filters),
        operator && OPERATOR_TITLES[operator],
        direction,
        reason && wordsOf(reason),
      )}
      report="operators"
      file={{
        list: 'listOperatorPayments',
        filter: { ...daysIn(filters), operator, direction, outcome, reason },
      }}
      query={useStaffAnswer(
        'listOperatorPayments',
        { query: { ...pageOf(filters), operator, direction, outcome, reason } },
        { isList: true },
      )}
      columns={PAYMENTS}
      keyOf={({ paymentId }: Payment) => paymentId}
      addressOf={({ payerId, paymentId }) => (mayOpen ? `/payments/${payerId}/${paymentId}` : undefined)}
      after={filters.after}
      onAfter={(after) => change({ after })}
    />
  );
}

type Sent = StaffAnswer<'listSentMessages'>['items'][number];

const SENT: readonly Column<Sent>[] = [
  { title: 'When, in Lusaka', cell: ({ sentAt }) => <ExactTime at={sentAt} /> },
  { title: 'Kind', cell: ({ kind }) => wordsOf(kind) },
  { title: 'Sent as', cell: ({ medium }) => (medium === 'sms' ? 'SMS' : 'notification'), isExtra: true },
  { title: 'Parts', cell: ({ parts }) => parts, isRight: true },
  { title: 'Borrower', cell: ({ borrowerId }) => borrowerId, isRight: true, isExtra: true },
];

export function SentPage() {
  const [filters, change] = useFilters({ ...DAYS, kind: '', medium: '' });
  const kind = filters.kind || undefined;
  const medium = (['sms', 'push'] as const).find((one) => one === filters.medium);
  const { ofBorrower } = useAddresses();
  return (
    <RowsPage
      title="Sent messages"
      note={lines(daysNote(filters), kind && wordsOf(kind))}
      report="sms"
      file={{ list: 'listSentMessages', filter: { ...daysIn(filters), kind, medium } }}
      query={useStaffAnswer(
        'listSentMessages',
        { query: { ...pageOf(filters), kind, medium } },
        { isList: true },
      )}
      columns={SENT}
      keyOf={({ messageId }: Sent) => messageId}
      addressOf={({ borrowerId }) => ofBorrower(borrowerId)}
      after={filters.after}
      onAfter={(after) => change({ after })}
    />
  );
}
