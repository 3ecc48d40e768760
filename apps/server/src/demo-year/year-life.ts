import type { Day } from '@thumba/lending/day';
import type { Step } from './loan-manner.ts';
import type { SeededRandom } from './seeded-random.ts';
import { seededRandom } from './seeded-random.ts';
import type { YearPerson } from './year-people.ts';

/** A person of the year as the book knows them so far. */
export type YearLife = {
  person: YearPerson;
  /** What is drawn for this person alone, so that it does not depend on what others do meanwhile. */
  random: SeededRandom;
  borrowerId: number;
  loanId: number | undefined;
  loans: number;
  declines: number;
  /** A coupon of the campaign that was not used yet. */
  couponId: number | undefined;
};

export type Task =
  | { kind: 'apply'; life: YearLife }
  | { kind: 'review'; life: YearLife }
  | { kind: 'answer'; life: YearLife; ticketId: number; about: number }
  | { kind: 'step'; life: YearLife; loanId: number; step: Step };

/** What is to be done on the days to come. */
export type Agenda = {
  add(on: Day, task: Task): void;
  /** Takes what is to be done on a day. */
  take<Kind extends Task['kind']>(on: Day, kind: Kind): Extract<Task, { kind: Kind }>[];
};

export function createAgenda(): Agenda {
  const tasks = new Map<string, Task[]>();
  return {
    add(on, task) {
      const key = `${on} ${task.kind}`;
      const known = tasks.get(key);
      if (known) known.push(task);
      else tasks.set(key, [task]);
    },
    take(on, kind) {
      const key = `${on} ${kind}`;
      const taken = tasks.get(key) ?? [];
      tasks.delete(key);
      return taken as never;
    },
  };
}

export function beginLife(person: YearPerson, borrowerId: number, seed: number): YearLife {
  const random = seededRandom(seed * 1_000_003 + person.number);
  return { person, random, borrowerId, loanId: undefined, loans: 0, declines: 0, couponId: undefined };
}
