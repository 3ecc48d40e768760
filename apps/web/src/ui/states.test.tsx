import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { keepLenderPhone } from '../platform/lender-phone.ts';
import { ErrorState } from './states.tsx';

test('what did not load offers to call the lender, once the phone has learnt the number', () => {
  const shown = () => renderToStaticMarkup(<ErrorState message="No connection." onRetry={() => undefined} />);
  expect(shown()).not.toContain('tel:');
  keepLenderPhone('+260 211 000 000');
  expect(shown()).toContain('href="tel:+260211000000">Call us on +260 211 000 000</a>');
});
