import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

test('the phone is asked for one contact that its borrower chooses, never for the list', async () => {
  const select = vi.fn(async () => [{ name: ['Grace Tembo'], tel: ['+260 97 7123456'] }]);
  vi.stubGlobal('navigator', { contacts: { select } });
  const { pickContact } = await import('./contact-picker.ts');
  expect(await pickContact()).toEqual({ name: 'Grace Tembo', mobile: '0977123456' });
  expect(select.mock.calls).toEqual([[['name', 'tel'], { multiple: false }]]);
});
