import { CER_CODE } from '@thumba/contract/codes';
import { allow } from '@thumba/lending/outcome';
import { pictureStorage } from '../book/settings/picture-place.ts';
import { confirmIdentity, saveForm } from '../people/authentication/commands.ts';
import { openFiles } from '../people/authentication/file-rows.ts';
import { checkForm, type FormValues } from '../people/authentication/form-rules.ts';
import { keepUpload } from '../people/authentication/uploads.ts';
import type { Identity } from '../people/borrower/applicant.ts';
import { originOf } from '../people/borrower/network-address.ts';
import { sendCode } from '../people/borrower/send-code.ts';
import { signIn } from '../people/session/commands.ts';
import { toDate } from '../platform/clock.ts';
import type { YearLender } from './year-lender.ts';
import type { YearPerson } from './year-people.ts';

const LIMITS = {
  codesPerAddressPerHour: 1000,
  codeBudget: { perHour: 1_000_000, perPrefixPerHour: 1_000_000, leastVerifiedShare: 0 },
  freeWrongCodes: { perAddress: 100, perNetwork: 100 },
};
const DISTRICTS = [501, 502, 503, 801];
/** An empty card. To draw two thousand cards would take minutes. */
const BLANK_CARD =
  'data:image/jpeg;base64,/9j/2wBDACgcHiMeGSgjISMtKygwPGRBPDc3PHtYXUlkkYCZlo+AjIqgtObDoKrarYqMyP/L2u71////m8H////6/+b9//j/2wBDASstLTw1PHZBQXb4pYyl+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj/wAARCAAeADADASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAAAAH/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCgAigAAAAAAAAAP//Z';

/** Registers a person by a code that is sent to the number, and answers the borrower's id. */
export async function register(lender: YearLender, person: YearPerson): Promise<number> {
  const { clock, today } = lender;
  const { mobile, address, channelCode } = person;
  const secret = `phone ${person.number} of the year`;
  const asker = { address, deviceSecret: secret };
  const reference = `registration ${person.number}`;
  let text = '';
  const sms = {
    async send(message: { text: string }) {
      text = message.text;
    },
  };
  const deps = { ...lender, ...LIMITS, sms, appHost: undefined };
  const wording = (code: string) => code;
  const sent = await sendCode(deps, { purpose: 'sign_in_or_add_account', mobile, asker, wording });
  if (sent.code !== 200) throw new Error(`the code of person ${person.number} was not sent: ${sent.msg}`);
  const signedIn = await signIn(
    deps,
    {
      ...{ mobile, code: text, asker, freeWrongCodes: LIMITS.freeWrongCodes, address, channelCode },
      ...{ now: toDate(clock.nowMs()), today: today(), language: 'en', operator: person.operator },
    },
    {
      ...{ secret, deviceId: undefined, brand: 'demo', userAgent: '', address, today: today() },
      ...{
        language: 'en',
        lenderPhone: lender.lender.phone,
        origin: originOf(lender.sealing, { address, reference }),
      },
    },
  );
  if (signedIn.kind !== 'signed_in') throw new Error(`person ${person.number} entered a wrong code`);
  return signedIn.borrowerId;
}

export async function confirmCard(lender: YearLender, person: YearPerson, borrowerId: number): Promise<void> {
  const { db, sealing, clock, today, random, config } = lender;
  const now = toDate(clock.nowMs());
  const files = openFiles(db, sealing, pictureStorage(config));
  const upload = await keepUpload(
    { db, sealing, files, random, draw: async (bytes) => allow(bytes), uploadsPerAddressPerHour: 1000 },
    { image: BLANK_CARD, purpose: 'nrc_front', address: person.address, now },
  );
  if (upload.kind !== 'kept') throw new Error(`the card of person ${person.number}: ${upload.kind}`);
  const { idNumber, firstName, lastName, birthDate, gender } = person.person;
  const outcome = await confirmIdentity(db, sealing, {
    borrowerId,
    identity: { idNumber, firstName, lastName, birthDate: birthDate as Identity['birthDate'], gender },
    frontFileId: upload.fileId,
    backFileId: undefined,
    now,
    today: today(),
  });
  if (outcome !== 'confirmed') throw new Error(`the card of person ${person.number}: ${outcome}`);
  await lender.checkPerson(borrowerId);
}

export async function giveForms(lender: YearLender, person: YearPerson, borrowerId: number): Promise<void> {
  await keepForm(lender, person, borrowerId, CER_CODE.personal, {
    maritalStatus: person.number % 3 === 0 ? 'single' : 'married',
    education: 'secondary',
    employmentType: 'company',
    monthlyIncome: person.monthlyIncome,
    payDay: 28,
    district: DISTRICTS[person.number % DISTRICTS.length]!,
    address: `${(person.number % 90) + 1} Independence Avenue`,
  });
  if (person.leavesAfter === 'forms') return;
  const { lastName } = person.person;
  await keepForm(lender, person, borrowerId, CER_CODE.emergencyContact, {
    contact1Name: `Grace ${lastName}`,
    contact1Relation: 'sibling',
    contact1Mobile: person.contacts[0],
    contact2Name: `Moses ${lastName}`,
    contact2Relation: 'friend',
    contact2Mobile: person.contacts[1],
  });
}

async function keepForm(
  { db, sealing, clock }: YearLender,
  { mobile, number }: YearPerson,
  borrowerId: number,
  cerCode: Parameters<typeof saveForm>[2]['cerCode'],
  given: FormValues,
): Promise<void> {
  const columns = Object.entries(given).map(([columnCode, value]) => ({ columnCode, value }));
  const form = checkForm(cerCode, columns, mobile);
  if (!form.ok) throw new Error(`a form of person ${number}: ${JSON.stringify(form.refusal.fields)}`);
  await saveForm(db, sealing, { borrowerId, cerCode, values: form.value, now: toDate(clock.nowMs()) });
}
