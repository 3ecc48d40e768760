/**
 * What a person of staff may do, one permission for each kind of work. Each staff call names the permission that it
 * needs. `docs/roles.md` is made from this file. Like `calls.ts` it has no schemas, so that the console downloads only
 * names.
 */
export const permissions = {
  seeToday: 'sees what waits, the float and the figures of the day',
  findBorrowers: 'finds borrowers, loans, receipts and payments in the search box',
  seeBorrower: 'opens the page of a borrower: profile, loans, payments, messages, events, consents, devices',
  seeLoan:
    'opens the page of a loan: plans, what is charged, paid and owed, ledger and history, with its borrower masked',
  seeIdentity: 'sees an identity and contact details unmasked, and pictures of the card and the face',
  drawPapers: 'draws papers of a loan as PDF, which name the borrower in full',
  seeDuplicates: 'sees borrowers who may be one person, and what they have in common',
  writeNote: 'writes a note about a borrower',
  blockBorrower: 'blocks a borrower',
  unblockBorrower: 'asks for unblocking a borrower',
  checkUnblocking: 'approves or declines an unblocking that another person asked for',
  holdPayouts: 'holds payouts to a borrower, for example after a SIM swap',
  correctIdentity: 'corrects the identity of a borrower, and lets them apply without a picture of the face',
  overrideLimit: 'asks for another limit for a borrower',
  checkLimit: 'approves or declines another limit',
  changeMobile: 'asks for moving an account to another mobile number',
  checkMobileChange: 'approves or declines the change of a mobile number',
  eraseBorrower: 'deletes the account of a borrower who asked for it',
  seeApplications: 'sees applications that wait, with the card, the face and what the rules found',
  decideApplications:
    'takes an application, decides it, sends it back, asks for evidence, makes a counter-offer',
  overrideDecision: 'asks for approving an application against a rule',
  checkOverride: 'approves or declines an approval against a rule',
  answerComplaints: 'sees complaints and answers them',
  seeCases: 'sees hits on lists and other cases of compliance',
  decideCases: 'clears, confirms and releases hits, and keeps the blocked list',
  checkCases: 'approves reports of a suspicion and changes of the rules of alerts that another person made',
  importLists: 'imports lists of sanctioned and exposed people',
  serviceLoans:
    'waives small charges, sends PIN prompts, and asks for larger waivers, hardship plans and reversals',
  checkServicing: 'approves or declines waivers, hardship plans and reversals',
  seeArrears: 'sees loans that are late, with what was said in calls and promised',
  workArrears:
    'takes a late loan, calls its borrower, notes promises, sends messages, asks for a hand-over to an agency and recalls a loan from one, and writes down disputes of a listing',
  checkArrears:
    'approves or declines a hand-over to an agency, and makes the files for agencies and for a credit bureau',
  assignArrears: 'gives late loans to other people',
  stopContact: 'stops contact with a borrower about a late loan, and ends a stop that another person set',
  writeOff: 'asks for writing a loan off',
  checkWriteOff: 'approves or declines a write-off',
  seePayments:
    'sees payments without an outcome, suspense, differences with the operators and the bank, and the float',
  matchPayments:
    'asks for posting, placing or returning money by hand, for a payout to another number or after a restore, and sends a failed payout to its number again',
  checkPayments:
    'approves or declines money that was posted, placed or returned by hand, payouts to another number and those after a restore',
  moveFloat: 'asks for a top-up, a withdrawal, an opening balance or a charge of a float',
  checkFloat: 'approves or declines a top-up, a sweep and bank details',
  giveCoupons: 'asks for giving a coupon',
  checkCoupons: 'approves or declines the gift of a coupon',
  seeBooks: 'sees the accounting reports, the runs, the periods and the journals, and downloads them',
  keepBooks:
    'proposes journals, runs the end of a month, asks for closing a period or opening it again, keeps the mapping of accounts, and asks for files on a schedule and for another layout of the return',
  checkBooks:
    'posts or declines journals that another person proposed, closes periods that another person asked for, and approves or declines the opening of a period, files on a schedule and another layout of the return',
  exportInBulk: 'asks for files that name borrowers',
  checkBulkExport: 'approves or declines files that name borrowers',
  changeOffer: 'asks for a change of products and policies',
  checkOffer: 'approves or declines a change of products and policies',
  seeSetUp: 'sees how the lender is set up, with the earlier and the planned versions',
  changeTexts: 'asks for other words of messages, and for notices, offers and holidays',
  checkTexts: 'approves or declines words of messages, notices, offers and holidays',
  changeCampaigns: 'asks for coupon offers, campaigns and another wheel',
  checkCampaigns: 'approves or declines coupon offers, campaigns and another wheel',
  stopLending: 'stops lending at once, and asks to start it again',
  checkLending: 'approves or declines a request to start lending again, and the ceiling on payouts of a day',
  changeSettings:
    'asks for another value of a setting of the lender, also of its bank accounts, stops an operator at once, and asks to start it again',
  checkSettings:
    'approves or declines another value of a setting that is no bank account, and the start of an operator',
  manageStaff: 'invites people, ends their accounts and sessions, and asks for other roles for them',
  checkStaff: 'approves or declines roles of people of staff',
  seeInsight: 'sees reports of the whole book: what is out, late, earned, spent and expected to be lost',
  seeOfficersWork: 'sees what each person of staff decided, promised, answered and opened',
  readListFiles: 'takes lists that they may see as files, without names',
  readAudit: 'reads and searches the audit',
} as const satisfies Record<string, string>;

export type Permission = keyof typeof permissions;

export const PERMISSIONS = Object.keys(permissions) as readonly Permission[];
