import { expect, test } from 'vitest';
import {
  actorOfOperator,
  catalogueActor,
  importActor,
  personOf,
  staffActor,
  unverifiedActor,
} from './actor.ts';

test('actors are written as the tables have always kept them', () => {
  expect(staffActor('mary')).toBe('staff:mary');
  expect(unverifiedActor('John Banda')).toBe('unverified:John Banda');
  expect(actorOfOperator('mtn')).toBe('operator:mtn');
  expect(importActor('reconcile')).toBe('command:reconcile');
  expect(catalogueActor('mwila')).toBe('operator mwila');
});

test('two spellings of a name are one person', () => {
  expect(personOf('staff:mary')).toBe(personOf('unverified:Mary'));
  expect(personOf('staff:mary')).not.toBe(personOf('staff:john'));
});
