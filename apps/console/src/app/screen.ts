import type { Permission } from '@thumba/contract/staff/permissions';
import type { ComponentType } from 'react';
import type { Person } from '../platform/session.ts';

export type EntryGroup = 'Work' | 'Find' | 'Lender';

/** The place of a screen in the side bar. */
type Entry = {
  group: EntryGroup;
  icon: ComponentType<{ 'aria-hidden': 'true' }>;
  /** Pressed after `g`. */
  goKey: string;
  /** How many things wait there. */
  useCount?: () => number | undefined;
};

export type Screen = {
  path: string;
  title: string;
  /** The permission that opens it. Unset, every signed-in person may. */
  permission?: Permission;
  entry?: Entry;
  page: ComponentType<never>;
};

export function mayOpen({ permission }: Screen, { permissions }: Pick<Person, 'permissions'>): boolean {
  return permission === undefined || permissions.includes(permission);
}
