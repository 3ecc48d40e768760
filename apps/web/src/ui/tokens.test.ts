import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('the root font size is a tenth of the width, which counts up to 750 px', () => {
  const [, root = ''] =
    /^:root \{(.*?)^\}/ms.exec(readFileSync(new URL('tokens.css', import.meta.url), 'utf8')) ?? [];
  const [, tenth, most] = /font-size: min\((\d+)vw, (\d+)px\);/.exec(root) ?? [];
  expect([Number(tenth), Number(most) * 10]).toEqual([10, 750]);
});
