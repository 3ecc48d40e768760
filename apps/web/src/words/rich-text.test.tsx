import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { richText } from './rich-text.tsx';

const shown = (sentence: string) =>
  renderToStaticMarkup(
    richText(sentence, { b: (inner) => <b>{inner}</b>, a: (inner) => <a href="/x">{inner}</a> }),
  );

test('each name in angle brackets is made by its function, wherever it stands', () => {
  expect(shown('Pay <b>K10.00</b> by <a>PIN</a>, or <b>later</b>.')).toBe(
    'Pay <b>K10.00</b> by <a href="/x">PIN</a>, or <b>later</b>.',
  );
});

test('a plain sentence stays as it is', () => {
  expect(shown('Nothing is owed.')).toBe('Nothing is owed.');
});
