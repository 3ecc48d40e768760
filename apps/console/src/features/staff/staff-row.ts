import type { StaffAnswer } from '@thumba/contract/staff/wire';

export type StaffRow = StaffAnswer<'listStaff'>['items'][number];

export type RoleHolders = StaffAnswer<'listRoleHolders'>['items'][number];
