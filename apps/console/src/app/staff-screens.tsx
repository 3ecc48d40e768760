import UsersRound from 'lucide-react/icons/users-round';
import { lazy } from 'react';
import type { Screen } from './screen.ts';

/** The people of the lender, and what each role may do. */
export const staffScreens: readonly Screen[] = [
  {
    path: '/staff',
    title: 'Staff',
    permission: 'manageStaff',
    entry: { group: 'Lender', icon: UsersRound, goKey: 's' },
    page: lazy(async () => ({ default: (await import('../features/staff/staff-page.tsx')).StaffPage })),
  },
  {
    path: '/roles',
    title: 'Roles',
    page: lazy(async () => ({ default: (await import('../features/staff/roles-page.tsx')).RolesPage })),
  },
  {
    path: '/roles/:role',
    title: 'Role',
    page: lazy(async () => ({ default: (await import('../features/staff/role-page.tsx')).RolePage })),
  },
];
