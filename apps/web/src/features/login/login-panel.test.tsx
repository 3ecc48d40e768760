import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { BindPhonePanel } from './bind-phone-panel.tsx';
import { LoginPanel } from './login-panel.tsx';

/** The visible texts in their order; a picture is "*". */
function read(panel: ReactNode): string[] {
  const markup = renderToStaticMarkup(panel).replaceAll(/<svg.*?<\/svg>/gs, '*');
  return markup.split(/<[^>]*>/).filter((text) => text.trim() !== '');
}

test('the login panel shows its parts in their order', () => {
  expect(read(<LoginPanel />)).toEqual([
    ...['*', 'Log in', '*', 'Thumba', 'A Pocket Wallet For All Zambians'],
    ...['Mobile number', '+26', 'Verification code', 'Obtain', 'The code comes by SMS'],
    ...['I have read and agree to the ', 'Privacy Policy', ' and ', 'T&amp;C'],
    ...['Log In', 'or', '*Continue with Google'],
  ]);
});

test('the panel that links a number shows its parts in their order', () => {
  const [back, title, why, ...form] = read(<BindPhonePanel accessToken="ya29.token" />);
  expect([back, title]).toEqual(['*', 'Bind phone number']);
  expect(why).toContain('sign in with Google for the first time');
  expect(form).toEqual([
    'Mobile number',
    '+26',
    'Verification code',
    'Obtain',
    'The code comes by SMS',
    'Binding',
  ]);
});
