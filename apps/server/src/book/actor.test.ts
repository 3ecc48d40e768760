import { expect, test } from 'vitest';
import { actorOfOperator, catalogueActor, importActor, staffActor, unverifiedActor } from './actor.ts';

test('actors are written as the tables have always kept them', () => {
  expect(staffActor('mary')).toBe('staff:mary');
  expect(unverifiedActor('John Banda')).toBe('unverified:John Banda');
  expect(actorOfOperator('mtn')).toBe('operator:mtn');
  expect(importActor('reconcile')).toBe('command:reconcile');
  expect(catalogueActor('mwila')).toBe('operator mwila');
});
