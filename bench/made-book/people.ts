import { CER_CODE } from '@thumba/contract/codes';
import { inventedPerson } from '../../apps/server/src/demo-year/invented-people.ts';
import { seededRandom } from '../../apps/server/src/demo-year/seeded-random.ts';
import { namePrefixHashes } from '../../apps/server/src/people/authentication/name-prefixes.ts';
import type { Identity } from '../../apps/server/src/people/borrower/applicant.ts';
import { type Database, statement } from '../../apps/server/src/platform/database.ts';
import type { Sealing } from '../../apps/server/src/platform/sealing.ts';

const NUMBERS = 10_000_000;
const CARDS = 1_000_000;
/** Without a factor in common with the numbers, so that each borrower has another one. */
const NUMBER_STEP = 7919;
const CARD_STEP = 7907;

export type MadePerson = {
  borrowerId: number;
  operator: 'mtn' | 'airtel';
  mobile: string;
  identity: Identity;
};

/** The person of a borrower, the same for the same seed. No two have a number or a card in common. */
export function madePerson(borrowerId: number, operator: 'mtn' | 'airtel', seed: number): MadePerson {
  const random = seededRandom(seed * 7_368_787 + borrowerId);
  const person = inventedPerson(random);
  const digits = (value: number, length: number) => String(value).padStart(length, '0');
  const card = digits((borrowerId * CARD_STEP + seed) % CARDS, 6);
  return {
    borrowerId,
    operator,
    mobile: (operator === 'mtn' ? '096' : '097') + digits((borrowerId * NUMBER_STEP + seed) % NUMBERS, 7),
    identity: {
      idNumber: `${card}/${random.between(10, 99)}/1`,
      firstName: person.firstName,
      lastName: person.lastName,
      birthDate: person.birthDate as Identity['birthDate'],
      gender: person.gender,
    },
  };
}

const insertPeopleStatement = statement<
  never,
  {
    borrowerIds: number[];
    mobileHashes: Buffer[];
    identitiesSealed: Buffer[];
    identityHashes: Buffer[];
    nationalIdHashes: Buffer[];
    personalSealed: Buffer[];
    contactsSealed: Buffer[];
    prefixBorrowerIds: number[];
    prefixHashes: string[];
  }
>(
  'made book: insert people',
  `with person as materialized (
     select p.*, b.registered_at from unnest($borrowerIds::bigint[], $mobileHashes::bytea[], $identitiesSealed::bytea[],
       $identityHashes::bytea[], $nationalIdHashes::bytea[], $personalSealed::bytea[], $contactsSealed::bytea[])
       as p (borrower_id, mobile_hash, identity_sealed, identity_hash, national_id_hash, personal_sealed, contacts_sealed)
     join borrower b using (borrower_id)
   ),
   mobiles as (
     insert into borrower_by_mobile (mobile_hash, borrower_id) select mobile_hash, borrower_id from person
   ),
   payouts as (
     insert into payout_number (mobile_hash, borrower_id, claimed_at)
     select mobile_hash, borrower_id, registered_at from person
   ),
   numbers as (
     insert into borrower_by_national_id (borrower_id, national_id_hash, identity_hash)
     select borrower_id, national_id_hash, identity_hash from person
   ),
   identities as (
     insert into borrower_identity (borrower_id, identity_sealed, confirmed_at, name_found_of)
     select borrower_id, identity_sealed, registered_at, registered_at from person
   ),
   forms as (
     insert into borrower_form (borrower_id, cer_code, values_sealed, completed_at)
     select borrower_id, ${CER_CODE.personal}, personal_sealed, registered_at from person
     union all select borrower_id, ${CER_CODE.emergencyContact}, contacts_sealed, registered_at from person
   )
   insert into borrower_name_prefix (prefix_hash, borrower_id)
   select * from unnest($prefixHashes::bigint[], $prefixBorrowerIds::bigint[])`,
);

/** What borrowers gave of themselves, sealed, and the hashes by which they are found. Their rows are there already. */
export async function insertPeople(
  db: Database,
  sealing: Sealing,
  people: readonly MadePerson[],
): Promise<void> {
  const prefixes = people.map(({ identity }) => namePrefixHashes(sealing, identity));
  const formOf = (borrowerId: number, cerCode: number, values: object) =>
    sealing.seal(
      'borrower_form.values_sealed',
      { borrower_id: borrowerId, cer_code: cerCode },
      JSON.stringify(values),
    );
  await db.rows(insertPeopleStatement, {
    borrowerIds: people.map(({ borrowerId }) => borrowerId),
    mobileHashes: people.map(({ mobile }) => sealing.lookupHashes('mobile', mobile)[0]!),
    identitiesSealed: people.map(({ borrowerId, identity }) =>
      sealing.seal(
        'borrower_identity.identity_sealed',
        { borrower_id: borrowerId },
        JSON.stringify(identity),
      ),
    ),
    identityHashes: people.map(
      ({ identity }) => sealing.lookupHashes('identity', JSON.stringify(identity))[0]!,
    ),
    nationalIdHashes: people.map(
      ({ identity }) => sealing.lookupHashes('national_id', identity.idNumber)[0]!,
    ),
    personalSealed: people.map(({ borrowerId }) => formOf(borrowerId, CER_CODE.personal, PERSONAL)),
    contactsSealed: people.map((person) =>
      formOf(person.borrowerId, CER_CODE.emergencyContact, contactsOf(person)),
    ),
    prefixHashes: prefixes.flat(),
    prefixBorrowerIds: people.flatMap(({ borrowerId }, at) => prefixes[at]!.map(() => borrowerId)),
  });
}

const PERSONAL = {
  maritalStatus: 'married',
  education: 'secondary',
  employmentType: 'company',
  monthlyIncome: 5000,
  payDay: 28,
  district: 501,
  address: '12 Independence Avenue',
};

/** Contacts of one borrower only: numbers of the third operator, which no borrower of the book has. */
function contactsOf({ borrowerId, identity }: MadePerson) {
  const number = (offset: number) => `095${String((2 * borrowerId + offset) % NUMBERS).padStart(7, '0')}`;
  return {
    contact1Name: `Grace ${identity.lastName}`,
    contact1Relation: 'sibling',
    contact1Mobile: number(0),
    contact2Name: `Moses ${identity.lastName}`,
    contact2Relation: 'friend',
    contact2Mobile: number(1),
  };
}
