import { z } from 'zod';
import { day, id, idInPath, instant, kwachaOut, nothing } from '../fields.ts';
import { reason } from './people.ts';

const BUREAU_LISTING_STATES = ['warned', 'listed', 'disputed'] as const;
export type BureauListingState = (typeof BUREAU_LISTING_STATES)[number];

/** How a dispute of a listing ends. */
const BUREAU_DISPUTE_OUTCOMES = ['upheld', 'rejected'] as const;

const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/);
const onLoan = z.object({ loanId: idInPath });
const onFile = z.object({ fileId: idInPath });
const afterId = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0);

const file = z.object({
  fileId: id,
  month,
  name: z.string(),
  madeAt: instant,
  by: z.string(),
  records: z.int(),
  /** Late loans that a later file tells of, because a warning runs or a dispute is open. */
  held: z.int(),
  sha256: z.string(),
  sentAt: instant.nullable(),
  /** Null until the bureau has read the file. */
  verdict: z.object({ readAt: instant, accepted: z.int(), rejected: z.int() }).nullable(),
});

const listing = z.object({
  listingId: id,
  loanId: id,
  borrowerId: id,
  warnedOn: day,
  /** From this day on the bureau may be told. */
  listFromOn: day,
  /** The month of the first file that told of it. */
  listedIn: month.nullable(),
  owed: kwachaOut,
  /** A complaint about the loan waits for its answer, which freezes the listing too. */
  isComplaintOpen: z.boolean(),
  dispute: z
    .object({ disputeId: id, openedAt: instant, by: z.string(), reason: z.string(), isMine: z.boolean() })
    .nullable(),
});

const reject = z.object({ record: z.int(), loanId: id, code: z.string(), text: z.string() });

export const bureau = {
  listBureauFiles: {
    output: z.object({
      /** Whether this lender has a bureau. Without one, no file is made or sent. */
      hasBureau: z.boolean(),
      listFromDaysLate: z.int(),
      warnDays: z.int(),
      /** The month of the next file, and whether it was made. */
      month,
      isMade: z.boolean(),
      counts: z.object({ warned: z.int(), listed: z.int(), disputed: z.int() }),
      files: z.array(file),
    }),
  },
  makeBureauFile: { output: file },
  continueBureauFile: { params: onFile, output: z.object({ sentence: z.string() }) },
  listBureauRejects: {
    params: onFile,
    query: z.object({ after: afterId }),
    output: z.object({ items: z.array(reject), next: z.int().nullable() }),
  },
  listBureauListings: {
    query: z.object({ state: z.enum(BUREAU_LISTING_STATES).default('warned'), after: afterId }),
    output: z.object({ items: z.array(listing), next: z.int().nullable() }),
  },
  openBureauDispute: { params: onLoan, body: z.object({ reason }), output: nothing },
  decideBureauDispute: {
    params: onLoan,
    body: z.object({ outcome: z.enum(BUREAU_DISPUTE_OUTCOMES), reason }),
    output: nothing,
  },
};
