import type { StaffCallDefinition } from './calls/definition.ts';
import { staffCalls } from './calls.ts';
import { PERMISSIONS, permissions } from './permissions.ts';
import { requestKinds } from './request-kinds.ts';
import { permissionsOf, ROLES, roles } from './roles.ts';

/** `docs/roles.md`: the roles, what each may do, and which call needs which permission. */
export function rolesPage(): string {
  return [
    '# Roles of staff',
    '',
    'Made from `packages/contract/src/staff`: `UPDATE_CONTRACT=true npx vitest run --project packages` writes it again. A person can have several roles. What needs a second person is never checked by the one who asked ([decision 109](decisions/0109-requests-for-a-second-person.md)).',
    '',
    '| role | what it is for |',
    '|---|---|',
    ...ROLES.map((role) => `| ${roles[role].title} | ${roles[role].purpose} |`),
    '',
    '## Permissions',
    '',
    `| permission | ${ROLES.map((role) => roles[role].title).join(' | ')} |`,
    `|---|${ROLES.map(() => ':-:|').join('')}`,
    ...PERMISSIONS.map(
      (permission) =>
        `| \`${permission}\`: ${permissions[permission]} | ${ROLES.map((role) => (permissionsOf([role]).includes(permission) ? '✓' : '')).join(' | ')} |`,
    ),
    '',
    '## What needs a second person',
    '',
    '| request | who asks | who checks |',
    '|---|---|---|',
    ...Object.values(requestKinds).map(
      ({ title, make, check }) => `| ${title} | \`${make}\` | \`${check}\` |`,
    ),
    '',
    'Sending a payout again to the number at which it failed needs no second person.',
    '',
    '## Calls',
    '',
    '| call | who may | audit | what it is for |',
    '|---|---|---|---|',
    ...(Object.entries(staffCalls) as [string, StaffCallDefinition][]).map(
      ([name, { access, audit, summary }]) => `| \`${name}\` | ${whoMay(access)} | ${audit} | ${summary} |`,
    ),
    '',
  ].join('\n');
}

function whoMay(access: StaffCallDefinition['access']): string {
  if (access === 'visitor') return 'before signing in';
  return access === 'signed_in' ? 'each person of staff' : `\`${access}\``;
}
