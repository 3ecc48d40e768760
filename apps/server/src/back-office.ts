import type { Answer } from '@thumba/contract/wire';
import type { LadderRule } from '@thumba/lending/ladder';
import { refuse } from '@thumba/lending/outcome';
import type { FastifyInstance } from 'fastify';
import { type BankRouteDeps, registerBankRoutes } from './accounting/bank/staff-bank-routes.ts';
import { registerFloatRoutes } from './accounting/bank/staff-float-routes.ts';
import { registerWalletRoutes } from './accounting/bank/staff-wallet-routes.ts';
import { registerBooks } from './back-office-books.ts';
import { findAlertCase, registerComplianceRoutes } from './back-office-compliance.ts';
import { registerExports } from './back-office-exports.ts';
import { createOfficeLoops } from './back-office-loops.ts';
import { openRequestOn, registerMoneyRoutes } from './back-office-money.ts';
import { registerReports } from './back-office-reports.ts';
import { registerSetUp } from './back-office-set-up.ts';
import { registerTextsOfLender } from './back-office-texts.ts';
import { staffActor } from './book/actor.ts';
import { findBorrowerOfLoan } from './book/loan/queries.ts';
import { repayLinkWithoutCode } from './book/loan/repay-link.ts';
import type { SmsOf } from './book/loan/staff-preview.ts';
import type { Config } from './book/settings/config.ts';
import { consoleOriginOf } from './book/settings/console-origin.ts';
import { wasShown, writeAuditEntry } from './book/staff-audit/staff-audit.ts';
import type { AskedRequest } from './book/staff-request.ts';
import { registerArrearsRoutes } from './contact/arrears/staff-routes.ts';
import type { BureauRouteDeps } from './contact/bureau/staff-routes.ts';
import { registerStaffComplaintRoutes, type StaffComplaintDeps } from './contact/complaint/staff-routes.ts';
import type { TextLanguage } from './contact/message/rendered-text.ts';
import { previewSms } from './contact/message/texts-of-now.ts';
import { readSignedContract } from './credit/application/signed-contract.ts';
import { type LimitRouteDeps, registerLimitRoutes } from './credit/application/staff-limit-routes.ts';
import { registerPayoutRetryRoutes } from './credit/application/staff-payout-routes.ts';
import { registerGiftRoutes } from './credit/coupon/staff-routes.ts';
import { registerServicingRoutes } from './credit/servicing/staff-routes.ts';
import { registerWhatIfRoutes, type WhatIfRouteDeps } from './credit/what-if/staff-what-if-routes.ts';
import type { ConnectedOperator } from './money/payment/operators/operator.ts';
import {
  registerBatchReads,
  registerDifferenceReads,
} from './money/reconciliation/staff-difference-routes.ts';
import { registerStatementRoutes } from './money/reconciliation/staff-statement-routes.ts';
import { registerPromptRoutes } from './money/repayment/staff-prompts.ts';
import { findPieces } from './money/suspense/queries.ts';
import { ownersOfPlacement } from './money/suspense/staff-requests.ts';
import { registerIdentityStaffRoutes } from './people/authentication/staff-routes.ts';
import { purgeUnclaimedFiles } from './people/authentication/uploads.ts';
import { networkOf } from './people/borrower/network-address.ts';
import { openCard } from './people/card/card-readings.ts';
import { registerFaceStaffRoutes } from './people/face/staff-routes.ts';
import { decideMobileChange } from './people/mobile-change/decide-request.ts';
import { askForMobileChange, subjectOfMove } from './people/mobile-change/staff-requests.ts';
import { deviceName } from './people/session/device-name.ts';
import { toDate } from './platform/clock.ts';
import { keepHostsApart, leadToConsole, registerConsoleApp } from './platform/console-app.ts';
import { statement } from './platform/database.ts';
import type { Log } from './platform/log.ts';
import { done, type Reply, refused } from './platform/reply.ts';
import type { StaffPerson, StaffRecord, StaffServer } from './platform/serve-staff.ts';
import { registerAccountRoutes } from './staff/access/account-routes.ts';
import { type AccountsDeps, registerAccountsRoutes } from './staff/access/accounts-routes.ts';
import { sessionTokenIn } from './staff/access/cookies.ts';
import { isRelated } from './staff/access/relations.ts';
import { registerAccessRoutes } from './staff/access/routes.ts';
import { personOfSession } from './staff/access/sessions.ts';
import { registerApplicationRoutes } from './staff/application/routes.ts';
import { registerAuditRoutes } from './staff/audit/routes.ts';
import { registerStaffBorrowerRoutes } from './staff/borrower/routes.ts';
import { registerClosingRoutes } from './staff/closing/routes.ts';
import { registerDuplicateRoutes } from './staff/duplicate/routes.ts';
import { registerHelpRoutes } from './staff/help/routes.ts';
import { registerLendingRoutes } from './staff/lending/routes.ts';
import { registerLoanRoutes } from './staff/loan/routes.ts';
import type { Executors } from './staff/request/answer-request.ts';
import {
  type DifferenceRouteDeps,
  registerDifferenceRoutes,
  registerDifferencesRoutes,
} from './staff/request/difference-routes.ts';
import { askForRoles } from './staff/request/grant-roles.ts';
import { lendingRequests } from './staff/request/lending-requests.ts';
import {
  askForBankRow,
  describeBankPostingRefusal,
  postingsThatWait,
} from './staff/request/match-bank-row.ts';
import { type DifferenceDeps, subjectOfDifference } from './staff/request/match-difference.ts';
import {
  fileRequest,
  findRequest,
  openRequestsOf,
  roleRequestsOf,
  withdrawRoleRequests,
} from './staff/request/requests.ts';
import { registerRequestRoutes } from './staff/request/routes.ts';
import { registerSearchRoutes } from './staff/search/routes.ts';
import { type ExecutorParts, executorsOf } from './staff-executors.ts';
import { complaintsFor, remindersFor } from './staff-reminders.ts';
import { registerErasureRoutes } from './upkeep/personal-data/staff-routes.ts';

export type BackOfficeParts = Omit<ExecutorParts, 'onNewBatch'> &
  Pick<BureauRouteDeps, 'bureau'> & {
    config: Config;
    log: Log;
    publicUrl: string;
    isDemo: boolean;
    checkPerson(borrowerId: number): Promise<void>;
    onNewList(): void;
    onNewAttempts(): void;
    /** The first page of a borrower in the app of a channel. */
    readHomeOf(borrowerId: number, channelCode: string): Promise<Answer<'getMyLoanInfo'>>;
    earlierOperators: readonly ConnectedOperator[];
    /** The languages besides English that borrowers may choose. */
    languages: readonly TextLanguage[];
  };

/** `executors` do approved requests, also where no console is served. */
export type BackOffice = { executors: Executors; start(): void; stop(): Promise<void> };

/** Adds the console and the calls of staff, where the settings say at which address the console is served. */
export async function openBackOffice(app: FastifyInstance, parts: BackOfficeParts): Promise<BackOffice> {
  const loops = createOfficeLoops();
  const executors = executorsOf({ ...parts, onNewBatch: loops.onNewBatch });
  const consoleOrigin = consoleOriginOf(parts.config, parts.publicUrl);
  if (consoleOrigin === undefined) return { executors, start: () => undefined, stop: async () => undefined };
  const { db } = parts;
  if (parts.config.CONSOLE_URL === undefined) leadToConsole(app, consoleOrigin);
  else if (consoleOrigin !== new URL(parts.publicUrl).origin) keepHostsApart(app, consoleOrigin);
  await registerConsoleApp(app);
  const deps = {
    ...parts,
    consoleOrigin,
    linkOf: () => repayLinkWithoutCode(parts.publicUrl),
    lenderName: parts.lender.name,
    networkOf,
    browserNameOf: deviceName,
    executors,
    ladderRule: () => parts.catalogue.current().ladder,
  };
  const filing = { fileRequest: (asked: AskedRequest, maker: StaffPerson) => file(deps, asked, maker) };
  const server = staffServerOf(app, deps);
  registerAccessRoutes(server, deps);
  registerAccountRoutes(server, deps);
  registerAccountsRoutes(server, { ...deps, ...roleRequestsFor(deps) });
  registerRequestRoutes(server, deps);
  registerAuditRoutes(server, deps);
  registerSearchRoutes(server, deps);
  registerDuplicateRoutes(server, deps);
  registerReports(server, deps);
  registerStaffBorrowerRoutes(server, {
    ...deps,
    ...filing,
    openRequestsOf: (borrowerId) => openRequestsOf(db, borrowerId),
  });
  registerHelpRoutes(server, deps);
  registerIdentityStaffRoutes(server, { ...deps, openCard });
  registerFaceStaffRoutes(server, deps);
  registerErasureRoutes(server, {
    ...deps,
    retentionYears: deps.config.RETENTION_YEARS,
    archivePublicKey: deps.config.archivePublicKey,
    removeFiles: (now) => purgeUnclaimedFiles(db, deps.files, now),
  });
  registerComplianceRoutes(server, { ...deps, ...filing, openCard });
  registerCreditRoutes(server, { ...deps, ...filing, onNewRun: loops.onNewRun });
  registerReconciliation(server, { ...deps, ...filing, onNewBatch: loops.onNewBatch });
  registerMoneyRoutes(server, { ...deps, ...filing });
  registerLendingRoutes(server, { ...deps, ...filing, ...lendingRequests(deps) });
  registerContactRoutes(server, { ...deps, ...filing });
  registerTreasury(server, deps, filing);
  registerBooks(server, { ...deps, ...filing, onNewMonthEnd: loops.onNewMonthEnd });
  registerExports(server, { ...deps, ...filing, onNewFile: loops.onNewFile });
  registerApplicationRoutes(server, { ...deps, fileRequest: (asked, of) => fileRequest(deps, asked, of) });
  return { executors, start: () => loops.start(deps), stop: loops.stop };
}

/** What staff do with limits, coupons, loans and the offer, and drafts of the rules. */
function registerCreditRoutes(server: StaffServer, deps: Deps & LimitRouteDeps & WhatIfRouteDeps): void {
  registerWhatIfRoutes(server, deps);
  registerLimitRoutes(server, deps);
  registerSetUp(server, deps);
  registerGiftRoutes(server, deps);
  registerLoanRoutes(server, {
    ...deps,
    openRequestsOf: (borrowerId, loanId) => openRequestsOf(deps.db, borrowerId, loanId),
    agreedContract: (borrowerId, loanId) => readSignedContract(deps, borrowerId, loanId),
  });
  const smsOf: SmsOf = (message) => previewSms(deps.db, message);
  registerPromptRoutes(server, { ...deps, smsOf });
  registerPayoutRetryRoutes(server, { ...deps, smsOf });
  registerServicingRoutes(server, {
    ...deps,
    smsOf,
    waiverAloneNgwee: () => deps.lenderSettings.current().waiver_alone.ngwee,
  });
}

type Deps = BackOfficeParts & {
  consoleOrigin: string;
  /** The link of a reminder, without the code with which any person reads and pays the bill. */
  linkOf(): string;
  executors: Executors;
  ladderRule(): LadderRule;
};

function staffServerOf(app: FastifyInstance, deps: Deps): StaffServer {
  const { db, clock, consoleOrigin } = deps;
  return {
    app,
    consoleOrigin,
    handlers: new Map(),
    async authenticate({ cookies, isTimer }) {
      const token = sessionTokenIn(cookies);
      return token === undefined
        ? undefined
        : personOfSession(db, { token, isTimer, now: toDate(clock.nowMs()) });
    },
    findRecord: (kind, id) => findRecord(deps, kind, id),
    isRelated: ({ staffId }, borrowerId) => isRelated(db, staffId, borrowerId),
    writeAudit: ({ person, call, outcome, record, reference, detail }) =>
      writeAuditEntry(db, {
        at: toDate(clock.nowMs()),
        actor: staffActor(person.userName),
        staffId: person.staffId,
        call,
        outcome,
        borrowerId: record?.borrowerId ?? null,
        subjectKind: record?.kind ?? null,
        subjectId: record?.id ?? null,
        reference,
        detail,
      }),
    wasShown: ({ person, call, record }) =>
      wasShown(db, {
        staffId: person.staffId,
        call,
        subjectKind: record.kind,
        subjectId: record.id,
        now: toDate(clock.nowMs()),
      }),
  };
}

const hasBorrowerStatement = statement<{ borrower_id: number }, { borrowerId: number }>(
  'back office: find a borrower',
  'select borrower_id from borrower where borrower_id = $borrowerId',
);

const findTicketStatement = statement<{ borrower_id: number }, { ticketId: number }>(
  'back office: find the borrower of a ticket',
  `select borrower_id from complaint where ticket_id = $ticketId
   union all select borrower_id from mobile_change_request where ticket_id = $ticketId
   union all select borrower_id from claim_ticket where ticket_id = $ticketId limit 1`,
);

const findCaseStatement = statement<{ borrower_id: number }, { hitId: number }>(
  'back office: find the borrower of a case',
  'select borrower_id from screening_hit where hit_id = $hitId',
);

const findDifferenceStatement = statement<{ borrower_id: number | null }, { differenceId: number }>(
  'back office: find the borrower of a difference',
  `select coalesce(borrower_id, posting_borrower_id) as borrower_id from reconciliation_difference
   where difference_id = $differenceId`,
);

/** The record of a call with the borrower whom it is about. */
async function findRecord(
  deps: Deps,
  kind: StaffRecord['kind'],
  id: number,
): Promise<StaffRecord | undefined> {
  const { db } = deps;
  const of = (borrowerId: number | undefined) =>
    borrowerId === undefined ? undefined : { kind, id, borrowerId };
  switch (kind) {
    case 'borrower':
      return of((await db.row(hasBorrowerStatement, { borrowerId: id }))?.borrower_id);
    case 'payer':
      return id === 0
        ? { kind, id, borrowerId: null }
        : of((await db.row(hasBorrowerStatement, { borrowerId: id }))?.borrower_id);
    case 'piece':
      return findPieceRecord(deps, id);
    case 'loan':
      return of(await findBorrowerOfLoan(db, id));
    case 'ticket':
      return of((await db.row(findTicketStatement, { ticketId: id }))?.borrower_id);
    case 'case':
      return of((await db.row(findCaseStatement, { hitId: id }))?.borrower_id);
    case 'alert_case':
      return findAlertCase(db, id);
    case 'difference': {
      const row = await db.row(findDifferenceStatement, { differenceId: id });
      return row && { kind, id, borrowerId: row.borrower_id };
    }
    case 'request': {
      const request = await findRequest(deps, id);
      if (request?.kind !== 'suspense_placement')
        return request && { kind, id, borrowerId: request.borrowerId };
      const furtherBorrowerIds = await ownersOfPlacement(deps, request.payload);
      return { kind, id, borrowerId: request.borrowerId, furtherBorrowerIds };
    }
  }
}

/** Money in suspense may have no known owner. */
async function findPieceRecord({ db }: Deps, id: number): Promise<StaffRecord | undefined> {
  const [piece] = await findPieces(db, [id]);
  return piece && { kind: 'piece', id, borrowerId: piece.borrower_id === 0 ? null : piece.borrower_id };
}

function roleRequestsFor(deps: Deps): Pick<AccountsDeps, 'requestRoles' | 'rolesWaiting' | 'withdrawRoles'> {
  const { db } = deps;
  return {
    async requestRoles({ maker, member, roles, reason }) {
      const asked = await askForRoles(db, { member, roles, reason });
      return file(deps, asked, maker);
    },
    async rolesWaiting(staffIds) {
      const requests = await roleRequestsOf(deps, staffIds);
      return new Map(requests.map(({ ofStaffId, payload }) => [ofStaffId!, payload.roles as never]));
    },
    withdrawRoles: withdrawRoleRequests,
  };
}

type Filing = Pick<DifferenceRouteDeps, 'fileRequest' | 'onNewBatch'>;

function registerReconciliation(server: StaffServer, deps: Deps & DifferenceDeps & Filing): void {
  registerStatementRoutes(server, deps);
  registerDifferenceReads(server, {
    ...deps,
    openRequestOf: (id) => openRequestOn(deps, { kind: 'manual_match', subject: subjectOfDifference(id) }),
  });
  registerBatchReads(server, deps);
  const asking = { ...deps, isRelated: server.isRelated };
  registerDifferenceRoutes(server, asking);
  registerDifferencesRoutes(server, asking);
}

function registerTreasury(server: StaffServer, deps: Deps, filing: Pick<BankRouteDeps, 'fileRequest'>): void {
  registerBankRoutes(server, { ...deps, ...filing, ...bankRowsFor(deps) });
  registerFloatRoutes(server, { ...deps, ...filing });
  registerWalletRoutes(server, deps);
  registerClosingRoutes(server, deps);
}

function bankRowsFor(deps: Deps): Pick<BankRouteDeps, 'askForBankRow' | 'postingsThatWait'> {
  return {
    async askForBankRow(match, reason) {
      const asked = await askForBankRow(deps, match, reason);
      return asked.ok ? asked : refuse(describeBankPostingRefusal(asked.refusal));
    },
    postingsThatWait: (rowIds) => postingsThatWait(deps.db, rowIds),
  };
}

function registerContactRoutes(server: StaffServer, deps: Deps & Pick<Filing, 'fileRequest'>): void {
  registerStaffComplaintRoutes(server, { ...deps, ...mobileChangesFor(deps) });
  registerArrearsRoutes(server, { ...deps, ...remindersFor(deps), ...complaintsFor(deps) });
  registerTextsOfLender(server, deps);
}

function mobileChangesFor(
  deps: Deps,
): Pick<StaffComplaintDeps, 'requestMobileChange' | 'declineMobileChange' | 'openMoveOf'> {
  return {
    async requestMobileChange({ ticketId, maker, reason }) {
      const asked = await askForMobileChange(deps, { ticketId, reason });
      return asked.ok ? file(deps, asked.value, maker) : NO_OPEN_REQUEST;
    },
    async openMoveOf({ ticketId }) {
      const subject = subjectOfMove(ticketId);
      return openRequestOn(deps, { kind: 'mobile_change', subject });
    },
    async declineMobileChange({ ticketId, staffName, reason }) {
      const declined = await decideMobileChange(deps, { ticketId, outcome: 'decline', reason, staffName });
      return declined.ok ? done(null) : NO_OPEN_REQUEST;
    },
  };
}

const NO_OPEN_REQUEST = refused(409, 'This change of number does not wait any more.', {
  reason: 'no_open_request',
});

/** Files what a person asks for. One request for a thing waits at a time. */
async function file(
  deps: Deps,
  asked: AskedRequest,
  { userName, staffId }: StaffPerson,
): Promise<Reply<{ requestId: number }>> {
  const maker = { actor: staffActor(userName), staffId };
  const requestId = await fileRequest(deps, asked, { maker, now: toDate(deps.clock.nowMs()) });
  return requestId === undefined
    ? refused(409, 'A request for this waits already. Withdraw it first, or have it answered.', {
        reason: 'waits_already',
      })
    : done({ requestId });
}
