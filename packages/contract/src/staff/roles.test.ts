import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { StaffCallDefinition } from './calls/definition.ts';
import { staffCalls } from './calls.ts';
import { PERMISSIONS, type Permission, permissions } from './permissions.ts';
import { requestKinds } from './request-kinds.ts';
import { permissionsOf, ROLES, type Role, roles } from './roles.ts';
import { rolesPage } from './roles-page.ts';
import { staffSchemas } from './schemas.ts';

const pageFile = path.join(import.meta.dirname, '../../../../docs/roles.md');
const calls = Object.entries(staffCalls) as [string, StaffCallDefinition][];
const may = (role: Role, permission: Permission) => permissionsOf([role]).includes(permission);
const CHANGES = PERMISSIONS.filter((permission) => !/^(see|find|read)/.test(permission));

describe('the roles of staff', () => {
  // `UPDATE_CONTRACT=true` writes the page again. The change is then part of the commit.
  test('are those of docs/roles.md', async () => {
    const current = rolesPage();
    if (process.env.UPDATE_CONTRACT === 'true') await writeFile(pageFile, current);
    expect(await readFile(pageFile, 'utf8')).toBe(current);
  });

  test('an administrator has no permission over money, borrowers or applications', () => {
    expect(permissionsOf(['administrator'])).toEqual([
      'manageStaff',
      'checkStaff',
      'readListFiles',
      'readAudit',
    ]);
  });

  test('an auditor changes nothing', () => {
    expect(permissionsOf(['auditor']).filter((permission) => CHANGES.includes(permission))).toEqual([]);
  });

  test('an auditor makes no call that changes something of a borrower or a loan', () => {
    const changes = calls.filter(([, { audit }]) => audit === 'change');
    expect(changes.length).toBeGreaterThan(0);
    const ofAuditor = changes.filter(([, { access }]) =>
      roles.auditor.permissions.some((one) => one === access),
    );
    expect(ofAuditor.map(([name]) => name)).toEqual([]);
  });

  test('only compliance sees cases', () => {
    expect(ROLES.filter((role) => may(role, 'seeCases') || may(role, 'decideCases'))).toEqual(['compliance']);
  });

  test('only compliance imports lists of people', () => {
    expect(ROLES.filter((role) => may(role, 'importLists'))).toEqual(['compliance']);
  });

  test('no role has a permission that is not in the list, and every permission is in a role', () => {
    const held = new Set(ROLES.flatMap((role) => [...roles[role].permissions]));
    expect([...held].filter((permission) => !(permission in permissions))).toEqual([]);
    expect(PERMISSIONS.filter((permission) => !held.has(permission))).toEqual([]);
  });

  test('for each kind of request a role asks and another person can check', () => {
    for (const [kind, { make, check }] of Object.entries(requestKinds)) {
      expect(
        ROLES.some((role) => may(role, make)),
        kind,
      ).toBe(true);
      expect(
        ROLES.some((role) => may(role, check)),
        kind,
      ).toBe(true);
      expect(make, kind).not.toBe(check);
    }
  });
});

describe('the staff calls', () => {
  test('have shapes, and each shape has a call', () => {
    expect(Object.keys(staffSchemas).sort()).toEqual(Object.keys(staffCalls).sort());
  });

  test('are in no two places, and name the parameters of a path in their shapes', () => {
    const places = calls.map(([, { method, path: of }]) => `${method} ${of.replaceAll(/\{\w+\}/g, '{}')}`);
    expect(new Set(places).size).toBe(places.length);
    for (const [name, { path: of, subject }] of calls) {
      const inPath = [...of.matchAll(/\{(\w+)\}/g)].map(([, part]) => part);
      const shapes = staffSchemas[name as keyof typeof staffSchemas] as { params?: { shape: object } };
      expect(Object.keys(shapes.params?.shape ?? {}), name).toEqual(inPath);
      if (subject) expect(inPath, name).toContain(subject.parameter);
    }
  });

  test('that change something are POST, and are in the audit once a person is signed in', () => {
    for (const [name, { method, audit, access }] of calls) {
      if (audit === 'change') expect(method, name).toBe('POST');
      if (access === 'visitor') expect(audit, name).toMatch(/^(none|sign_in)$/);
      if (audit === 'sign_in') expect(access, name).toBe('visitor');
    }
  });

  test('that show a borrower are a look or a change', () => {
    for (const [name, { subject, audit }] of calls) if (subject) expect(audit, name).not.toBe('none');
  });
});
