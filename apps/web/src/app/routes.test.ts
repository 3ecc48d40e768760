import { expect, test } from 'vitest';
import { lazyPart } from '../platform/lazy-part.tsx';
import { routes } from './routes.tsx';

test('every page but the home page arrives when it is first drawn', () => {
  const lazy = lazyPart(async () => () => null).name;
  expect(routes.filter(({ page }) => page.name !== lazy).map(({ path }) => path)).toEqual(['/home']);
});
