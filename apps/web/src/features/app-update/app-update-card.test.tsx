import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Stage } from './app-update.ts';
import { AppUpdate } from './app-update-card.tsx';

const doNothing = () => undefined;
const markupOf = (stage: Stage, isSignedIn = false) =>
  renderToStaticMarkup(
    <AppUpdate stage={stage} isSignedIn={isSignedIn} onUpdate={doNothing} onPutOff={doNothing} />,
  );
const buttonsOf = (markup: string) =>
  [...markup.matchAll(/<button.*?<\/button>/g)].map(([button]) => button.replaceAll(/<[^>]*>/g, ''));
const toldBy = (markup: string) =>
  /<div role="status">(.*?)<\/div><div/.exec(markup)![1]!.replaceAll(/<[^>]*>/g, '');

test('the offer says what happens, and a borrower that they stay signed in', () => {
  const markup = markupOf('offered');
  expect(markup).toContain('A newer version of this app is ready');
  expect(markup).toContain('Android then asks you before it installs it.');
  expect(markup).not.toContain('You stay signed in.');
  expect(markupOf('offered', true)).toContain('You stay signed in.');
  expect(toldBy(markup)).toBe('');
  expect(buttonsOf(markup)).toEqual(['Update the app', 'Not now']);
});

test.each<[Stage, string]>([
  ['downloading', 'The new version is being downloaded.'],
  ['long', 'It is still being downloaded.'],
])('while it is %s, the one button is busy', (stage, told) => {
  const markup = markupOf(stage);
  expect(toldBy(markup)).toContain(told);
  expect(buttonsOf(markup)).toEqual(['Update the app']);
  expect(markup).toContain('aria-busy="true"');
});

test.each<[Stage, string]>([
  ['opened', 'Tap “Update” or “Install” there.'],
  ['refused', 'turn on “Allow from this source”'],
  ['failed', 'the file did not arrive whole, it is not from your lender'],
])('an update that has %s says so, and can be tried again or put off', (stage, told) => {
  const markup = markupOf(stage);
  expect(toldBy(markup)).toContain(told);
  expect(buttonsOf(markup)).toEqual(['Try again', 'Not now']);
  expect(markup).not.toContain('aria-busy');
});
