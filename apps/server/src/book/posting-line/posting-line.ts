import { createBatchLine } from '../../platform/batch-line.ts';
import { isRefusal } from '../../platform/database.ts';
import { watchUnfinishedWork } from '../../platform/unfinished-work.ts';
import { type OpeningItem, openLoans } from './open-loans.ts';
import { type AnyOutcome, type PostingItem, postChanges } from './post-changes.ts';
import { postToWallet } from './post-to-wallet.ts';
import type {
  Failure,
  Opening,
  PostingLineOptions,
  PostingOutcome,
  PostingRequest,
  WrittenPosting,
} from './posting.ts';
import type { WalletPostingRequest } from './wallet-posting.ts';

/**
 * The only writer of loans and of wallets. It takes the waiting requests, at most one for each borrower, reads all
 * their loans with one query, decides each request with a pure rule of `lending`, and writes all changes with one
 * statement. No lock is held while a rule is computed: a loan that has changed meanwhile is read and decided again.
 */
export type PostingLine = {
  post<Answer, Refusal>(request: PostingRequest<Answer, Refusal>): Promise<PostingOutcome<Answer, Refusal>>;
  /** `opened` is false when the borrower has an open loan, or the key was used, by the time it was written. */
  open(opening: Opening): Promise<{ opened: boolean }>;
  /** Posts a change of a wallet that belongs to no loan. */
  postToWallet<Answer, Refusal>(
    request: WalletPostingRequest<Answer, Refusal>,
  ): Promise<PostingOutcome<Answer, Refusal>>;
  /** Whether a caller waits for an answer now. */
  isBusy(): boolean;
  /**
   * For how long the line has stood still: every lane has a batch that gets no answer. A borrower is never in two lanes,
   * so one borrower's locked loan does not stop the line.
   */
  unfinishedForMs(): number;
};

type Item = PostingItem | OpeningItem;
type Result = AnyOutcome | { opened: boolean } | Failure;
type Results = Map<Item, Result>;

const MAX_BATCH = 64;
/** While one batch is computed and one is written, a third one waits for the disk (decision 163). */
const LANES = 3;

export function createPostingLine(options: PostingLineOptions): PostingLine {
  const deps = { ...options, announce };
  const lanes = options.bulk?.lanes ?? LANES;
  const unfinished = watchUnfinishedWork(lanes, false);
  const line = createBatchLine<Item, Result>({
    maxSize: options.bulk?.batchSize ?? (() => MAX_BATCH),
    lanes,
    keyOf: (item) => ('request' in item ? item.request.borrowerId : item.opening.borrowerId),
    run: (items) => unfinished.watch(() => run(items), errorsOf),
  });

  async function run(items: Item[]): Promise<Result[]> {
    const results: Results = new Map();
    const answer = (item: Item, result: Result) => void results.set(item, result);
    const openings = items.filter((item) => 'opening' in item);
    const postings = items.filter((item) => 'request' in item);
    await doAll(openings, results, (some) => openLoans(deps, some, answer));
    await doAll(postings, results, (some) => postChanges(deps, some, answer));
    return items.map((item) => results.get(item)!);
  }

  function announce(written: WrittenPosting[]): void {
    if (written.some((posting) => posting.newAttempt)) options.onNewAttempts();
    if (written.some((posting) => posting.change.messages.length > 0)) options.onNewMessages();
  }

  return {
    post: (request) => answerOf(line.push({ request: request as unknown as PostingItem['request'] })),
    open: (opening) => answerOf(line.push({ opening })),
    postToWallet: (request) => postToWallet(deps, request),
    isBusy: line.isBusy,
    unfinishedForMs: unfinished.forMs,
  };
}

/**
 * After a refusal by the database nothing was written, and each item is tried alone, so that one bad request does not
 * fail the others. After any other failure something may have been written, so the caller gets the error and nothing is
 * tried again.
 */
async function doAll<One extends Item>(
  items: One[],
  results: Results,
  act: (items: One[]) => Promise<void>,
): Promise<void> {
  if (items.length === 0) return;
  try {
    await act(items);
  } catch (error) {
    const undone = items.filter((item) => !results.has(item));
    const areTriedAlone = undone.length > 1 && isRefusal(error);
    for (const item of undone) {
      if (areTriedAlone) await doAll([item], results, act);
      else results.set(item, { error });
    }
  }
}

/** All of what went wrong, if nothing was answered. */
function errorsOf(results: Result[]): unknown[] {
  const errors = results.flatMap((result) => ('error' in result ? [result.error] : []));
  return errors.length === results.length ? errors : [];
}

async function answerOf<Answer>(result: Promise<Result>): Promise<Answer> {
  const known = await result;
  if ('error' in known) throw known.error;
  return known as Answer;
}
