import type { CallSchemas } from '../schemas.ts';
import { access } from './access.ts';
import { applications } from './applications.ts';
import { arrears } from './arrears.ts';
import { books } from './books.ts';
import { borrowerActions } from './borrower-actions.ts';
import { borrowers } from './borrowers.ts';
import { bureau } from './bureau.ts';
import type { StaffCallName } from './calls.ts';
import { cases } from './cases.ts';
import { channels } from './channels.ts';
import { compliance } from './compliance.ts';
import { coupons } from './coupons.ts';
import { duplicates } from './duplicates.ts';
import { help } from './help.ts';
import { insight } from './insight.ts';
import { journals } from './journals.ts';
import { ledgerExport } from './ledger-export.ts';
import { lending } from './lending.ts';
import { listExports } from './list-exports.ts';
import { lists } from './lists.ts';
import { loanServices } from './loan-services.ts';
import { loans } from './loans.ts';
import { monitoring } from './monitoring.ts';
import { notices } from './notices.ts';
import { operators } from './operators.ts';
import { payments } from './payments.ts';
import { payouts } from './payouts.ts';
import { people } from './people.ts';
import { periods } from './periods.ts';
import { reconciliation } from './reconciliation.ts';
import { returns } from './returns.ts';
import { runs } from './runs.ts';
import { search } from './search.ts';
import { setUp } from './set-up.ts';
import { settings } from './settings.ts';
import { suspense } from './suspense.ts';
import { texts } from './texts.ts';
import { tickets } from './tickets.ts';
import { today } from './today.ts';
import { treasury } from './treasury.ts';
import { whatIf } from './what-if.ts';
import { wheel } from './wheel.ts';

/** The schemas of every staff call, by the names in `calls.ts`. A call without schemas does not compile. */
export const staffSchemas = {
  ...access,
  ...applications,
  ...arrears,
  ...books,
  ...borrowerActions,
  ...borrowers,
  ...bureau,
  ...cases,
  ...channels,
  ...coupons,
  ...compliance,
  ...duplicates,
  ...help,
  ...insight,
  ...journals,
  ...ledgerExport,
  ...lending,
  ...listExports,
  ...lists,
  ...loanServices,
  ...loans,
  ...monitoring,
  ...notices,
  ...operators,
  ...payments,
  ...payouts,
  ...people,
  ...periods,
  ...reconciliation,
  ...returns,
  ...runs,
  ...search,
  ...settings,
  ...setUp,
  ...suspense,
  ...texts,
  ...tickets,
  ...today,
  ...treasury,
  ...whatIf,
  ...wheel,
} satisfies Record<StaffCallName, CallSchemas>;

export type StaffSchemas = typeof staffSchemas;
