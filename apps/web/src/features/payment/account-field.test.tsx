import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { AccountField } from './account-field.tsx';

test('where there is one account only, it is to be read and not to be changed', () => {
  const field = renderToStaticMarkup(
    <AccountField
      label="Repayment account"
      preset={{ text: 'MTN · 096 **** 456', repayAccountId: 7 }}
      value={undefined}
      onChange={() => undefined}
    />,
  );
  expect(field).toMatch(/<input[^>]*readonly[^>]*value="MTN · 096 \*{4} 456"/i);
});
