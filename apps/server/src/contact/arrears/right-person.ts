import { nameDistance } from '@thumba/identity/name-distance';
import { readBorrowerDetails } from '../../people/authentication/queries.ts';
import type { Database } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';

/** What the person on the phone said. Two of them are given. */
export type SaidFacts = {
  birthDate?: string | undefined;
  idNumber?: string | undefined;
  lastName?: string | undefined;
};

/**
 * Whether all that was said is in the identity. A last name may be spelled in another way that sounds alike. A borrower
 * without an identity cannot be told from another person.
 */
export async function isRightPerson(
  { db, sealing }: { db: Database; sealing: Sealing },
  borrowerId: number,
  { birthDate, idNumber, lastName }: SaidFacts,
): Promise<boolean> {
  const { identity } = await readBorrowerDetails(db, sealing, borrowerId);
  if (!identity) return false;
  return (
    (birthDate === undefined || birthDate === identity.birthDate) &&
    (idNumber === undefined || digitsOf(idNumber) === digitsOf(identity.idNumber)) &&
    (lastName === undefined || isSameName(lastName, identity.lastName))
  );
}

/** A name that is written alike is the same, also where a part of it is a single letter. */
function isSameName(said: string, known: string): boolean {
  return plainOf(said) === plainOf(known) || nameDistance(said, known).verdict === 'same';
}

function plainOf(name: string): string {
  return name.trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

function digitsOf(idNumber: string): string {
  return idNumber.replaceAll(/\D/g, '');
}
