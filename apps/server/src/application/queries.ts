import { statement } from '../platform/database.ts';

export const findAcceptance = statement<{ contract_version: string; agreed_at: Date }>(
  'application: acceptance',
  'select contract_version, agreed_at from loan_acceptance where borrower_id = $1 and loan_id = $2',
);
