import type { OperatorName } from '@thumba/lending/ledger';

type StaffActor = `staff:${string}`;
type UnverifiedActor = `unverified:${string}`;
type ActorOfOperator = `operator:${OperatorName}`;
type ImportActor = `command:${string}`;
export type CatalogueActor = `operator ${string}`;

/** Who made a change, as the tables keep it. */
export type Actor =
  | 'borrower'
  /** A person who pays through a link and is not signed in. */
  | 'repay_link'
  | 'end_of_day'
  /** The time for an answer of the borrower passed. */
  | 'deadline'
  | 'reconciliation'
  | StaffActor
  | UnverifiedActor
  | ActorOfOperator
  | ImportActor
  | 'setup'
  | CatalogueActor;

export function staffActor(staffName: string): StaffActor {
  return `staff:${staffName}`;
}

/** A person of staff whom another person at the terminal named with `--by`: nothing shows that it was them. */
export function unverifiedActor(claimedName: string): UnverifiedActor {
  return `unverified:${claimedName}`;
}

export function actorOfOperator(operator: OperatorName): ActorOfOperator {
  return `operator:${operator}`;
}

/** Who imported a statement: the name that the command was given. */
export function importActor(name: string): ImportActor {
  return `command:${name}`;
}

/** Who saved a part of the catalogue. The table has always called the user of the terminal an operator. */
export function catalogueActor(userName: string): CatalogueActor {
  return `operator ${userName}`;
}

/** The person behind an actor, in the way that the database compares two of them (`person_of`). */
export function personOf(actor: Actor): string {
  return actor.slice(actor.indexOf(':') + 1).toLowerCase();
}
