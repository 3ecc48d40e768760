import { day } from '@thumba/lending/day';
import { type Ngwee, parseKwacha } from '@thumba/lending/money';
import { z } from 'zod';
import {
  createOperatorHttp,
  type OperatorAnswer,
  operatorCodeField,
} from '../../money/payment/operators/operator-http.ts';
import type { BureauAnswer } from '../../people/borrower/bureau-answer.ts';
import type { Bureau, BureauReply, BureauSubject, FileVerdict } from './bureau.ts';

type BureauSettings = {
  baseUrl: string;
  user: string;
  password: string;
  /** The code by which the bureau knows this lender. Our own loans are in its answers too, and are left out. */
  providerCode: string;
  timeoutMs: number;
};

/** Files are longer than questions, and no borrower waits for them. */
const FILE_TIMEOUT_MS = 60_000;
const MOST_ACCOUNTS = 500;
const MOST_REJECTED = 100_000;

const kwacha = z
  .string()
  .regex(/^\d{1,10}\.\d{2}$/)
  .transform((text): Ngwee => parseKwacha(Number(text))!);
const dayField = z.iso.date().transform((text) => day(text));

const accountField = z.object({
  provider: z.string().min(1).max(20),
  status: z.enum(['open', 'closed', 'written_off']),
  balance: kwacha,
  instalment: kwacha,
  overdue: kwacha,
  daysInArrears: z.int().min(0).max(36_500),
});

const reportSchema = z.discriminatedUnion('result', [
  z.object({ result: z.literal('not_found'), reference: z.string() }),
  z.object({
    result: z.literal('found'),
    reference: z.string(),
    nationalId: z.string(),
    asOn: dayField,
    accounts: z.array(accountField).max(MOST_ACCOUNTS),
  }),
]);

const verdictSchema = z.object({
  state: z.enum(['waiting', 'read']),
  accepted: z.int().min(0),
  rejected: z
    .array(z.object({ record: z.int().min(1), code: operatorCodeField, text: z.string().max(200) }))
    .max(MOST_REJECTED),
});

/** A bureau behind HTTP. */
export function bureauOverHttp(settings: BureauSettings, now: () => number): Bureau {
  const { baseUrl, timeoutMs, user, password } = settings;
  const questions = createOperatorHttp({ baseUrl, timeoutMs }, now);
  const files = createOperatorHttp({ baseUrl, timeoutMs: FILE_TIMEOUT_MS }, now);
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  const json = { authorization, 'content-type': 'application/json', accept: 'application/json' };
  return {
    async enquire(subject) {
      const answer = await questions.send({
        kind: 'status',
        method: 'POST',
        path: '/enquiries',
        headers: json,
        bodyText: JSON.stringify(questionOf(subject)),
      });
      return readReport(answer, subject, settings.providerCode);
    },
    async sendFile(name, text) {
      const answer = await files.send({
        kind: 'instruction',
        method: 'POST',
        path: `/files/${encodeURIComponent(name)}`,
        headers: { ...json, 'content-type': 'text/csv; charset=utf-8' },
        bodyText: text,
      });
      return isTaken(answer) ? { kind: 'taken' } : { kind: 'silent', cause: causeOf(answer) };
    },
    async readVerdict(name) {
      const path = `/files/${encodeURIComponent(name)}/verdict`;
      return readVerdict(await files.send({ kind: 'status', method: 'GET', path, headers: json }));
    },
  };
}

function questionOf({ reference, idNumber, firstName, lastName, birthDate }: BureauSubject) {
  const person = { nationalId: idNumber, forename: firstName, surname: lastName, birthDate };
  return { reference, purpose: 'credit_application', hasConsent: true, ...person };
}

function causeOf(answer: OperatorAnswer): string {
  return answer.kind === 'answered' ? `status_${answer.status}` : answer.cause;
}

/** An answer that is not of the form, or is about another question or person, is none. */
function readReport(answer: OperatorAnswer, subject: BureauSubject, providerCode: string): BureauReply {
  if (answer.kind !== 'answered' || answer.status !== 200) return { kind: 'silent', cause: causeOf(answer) };
  const read = reportSchema.safeParse(answer.body);
  if (!read.success) return { kind: 'silent', cause: 'unreadable' };
  const report = read.data;
  if (report.reference !== subject.reference) return { kind: 'silent', cause: 'other_question' };
  if (report.result === 'not_found')
    return { kind: 'answered', answer: { isKnown: false, asOn: null, accounts: [] } };
  if (report.nationalId !== subject.idNumber) return { kind: 'silent', cause: 'other_person' };
  const accounts: BureauAnswer['accounts'] = report.accounts
    .filter(({ provider }) => provider !== providerCode)
    .map(({ status, balance, instalment, overdue, daysInArrears }) => ({
      state: status,
      balanceNgwee: balance,
      instalmentNgwee: instalment,
      overdueNgwee: overdue,
      daysLate: daysInArrears,
    }));
  return { kind: 'answered', answer: { isKnown: true, asOn: report.asOn, accounts } };
}

/** The bureau has the file: it took it now, or when it was sent before. */
function isTaken(answer: OperatorAnswer): boolean {
  return answer.kind === 'answered' && [200, 201, 202, 409].includes(answer.status);
}

function readVerdict(answer: OperatorAnswer): FileVerdict {
  if (answer.kind !== 'answered' || answer.status !== 200) return { kind: 'silent', cause: causeOf(answer) };
  const read = verdictSchema.safeParse(answer.body);
  if (!read.success) return { kind: 'silent', cause: 'unreadable' };
  const { state, accepted, rejected } = read.data;
  return state === 'waiting' ? { kind: 'not_yet' } : { kind: 'read', accepted, rejected };
}
