import type { AppBorrower } from './app-borrower.ts';
import type { AppServer } from './app-server.ts';

/** Gives the borrower's account another number, as far as the operator is concerned. */
export async function setAccountNumber(
  server: AppServer,
  { borrowerId }: AppBorrower,
  mobile: string,
): Promise<void> {
  const accounts = await server.query('select account_id from repay_account where borrower_id = $1', [
    borrowerId,
  ]);
  for (const { account_id } of accounts) {
    const row = { borrower_id: borrowerId, account_id };
    await server.query(
      'update repay_account set mobile_sealed = $3 where borrower_id = $1 and account_id = $2',
      [borrowerId, account_id, server.sealing.seal('repay_account.mobile_sealed', row, mobile)],
    );
  }
}
