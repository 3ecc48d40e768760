import { expect, test } from 'vitest';
import { loadLanguage } from './languages.ts';

test.each(['en', 'xx', '', 'constructor', '__proto__'])(
  'nothing is waited for before %j is spoken',
  (tag) => {
    expect(loadLanguage(tag)).toBeUndefined();
  },
);
