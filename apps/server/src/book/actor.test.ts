import { expect, test } from 'vitest';
import { catalogueActor, importActor, operatorActor, staffActor } from './actor.ts';

test('actors are written as the tables have always kept them', () => {
  expect(staffActor('mary')).toBe('staff:mary');
  expect(operatorActor('mtn')).toBe('operator:mtn');
  expect(importActor('reconcile')).toBe('command:reconcile');
  expect(catalogueActor('mwila')).toBe('operator mwila');
  expect(catalogueActor(undefined)).toBe('operator at the terminal');
});
