import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Router } from 'wouter';
import { ContractRow } from './contract-row.tsx';

const shown = (contractUrl: string) =>
  renderToStaticMarkup(
    <Router ssrPath="/bill/7">
      <ContractRow contractUrl={contractUrl} />
    </Router>,
  );

test('the contract is a link, and of a loan from an earlier system one sentence without a link', () => {
  expect(shown('/al?orderId=7')).toContain('href="/al?orderId=7"');
  expect(shown('')).toContain('lender&#x27;s earlier system');
  expect(shown('')).not.toContain('<a');
});
