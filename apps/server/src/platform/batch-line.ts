import { isDatabaseAway, isSilent } from './database.ts';
import { byDeadline, isOverdue } from './deadline.ts';

/**
 * Items that arrive one by one and are processed in batches. There is no timer: the items that arrive while a batch is
 * being processed are the next batch. A quiet server therefore answers at once, and a busy one shares its round trips.
 */
export type BatchLine<Item, Result> = {
  push(item: Item): Promise<Result>;
  /** Whether an item is being processed or waits. */
  isBusy(): boolean;
};

export type BatchLineOptions<Item, Result> = {
  maxSize: number | (() => number);
  /** How many batches may be processed at once; 1 by default. */
  lanes?: number;
  /** Of the items with the same key only one is processed at a time. A later one waits for the end of the earlier one. */
  keyOf?: (item: Item) => unknown;
  /** A batch that has not ended by then fails, and the line goes on. One minute by default. */
  deadlineMs?: number;
  run(items: Item[]): Promise<Result[]>;
};

const DEADLINE_MS = 60_000;

type Waiting<Item, Result> = {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
};

/** Gives every item of a batch its result. */
type Answers = () => void;

export function createBatchLine<Item, Result>(
  options: BatchLineOptions<Item, Result>,
): BatchLine<Item, Result> {
  let queue: Waiting<Item, Result>[] = [];
  let running = 0;
  const keysInProgress = new Set<unknown>();

  function takeBatch(): Waiting<Item, Result>[] {
    const { keyOf } = options;
    const maxSize = typeof options.maxSize === 'function' ? options.maxSize() : options.maxSize;
    if (!keyOf) return queue.splice(0, maxSize);
    const batch: Waiting<Item, Result>[] = [];
    const later: Waiting<Item, Result>[] = [];
    for (const waiting of queue) {
      const key = keyOf(waiting.item);
      if (batch.length < maxSize && !keysInProgress.has(key)) {
        keysInProgress.add(key);
        batch.push(waiting);
      } else {
        later.push(waiting);
      }
    }
    queue = later;
    return batch;
  }

  async function drain(): Promise<void> {
    let answerLast: Answers = () => undefined;
    // An item that stays behind has a key that another lane is processing. That lane takes it when it is done.
    for (let batch = takeBatch(); batch.length > 0; batch = takeBatch()) {
      const answers = runBatch(options, batch);
      // The answers of the last batch are written while the database works on this one.
      setImmediate(answerLast);
      answerLast = await answers;
      if (options.keyOf) for (const { item } of batch) keysInProgress.delete(options.keyOf(item));
    }
    running -= 1;
    answerLast();
  }

  return {
    isBusy: () => running > 0,
    push(item) {
      return new Promise<Result>((resolve, reject) => {
        queue.push({ item, resolve, reject });
        // After one turn of the event loop, the requests that arrived together are in one batch.
        if (running < (options.lanes ?? 1)) {
          running += 1;
          setImmediate(drain);
        }
      });
    },
  };
}

async function runBatch<Item, Result>(
  options: BatchLineOptions<Item, Result>,
  batch: readonly Waiting<Item, Result>[],
): Promise<Answers> {
  try {
    const items = batch.map((waiting) => waiting.item);
    const results = await byDeadline(options.deadlineMs ?? DEADLINE_MS, () => options.run(items));
    return () => {
      batch.forEach((waiting, index) => {
        waiting.resolve(results[index] as Result);
      });
    };
  } catch (error) {
    // Where the database does not answer, each item alone would wait for as long as the batch did.
    const mayWaitAgain = isSilent(error) || isOverdue(error) || isDatabaseAway(error);
    if (batch.length > 1 && !mayWaitAgain) return runOneByOne(options, batch);
    return () => {
      for (const waiting of batch) waiting.reject(error);
    };
  }
}

/** Runs each item of a failed batch alone, so that only the items that are at fault fail. */
async function runOneByOne<Item, Result>(
  options: BatchLineOptions<Item, Result>,
  batch: readonly Waiting<Item, Result>[],
): Promise<Answers> {
  const answers: Answers[] = [];
  for (const waiting of batch) answers.push(await runBatch(options, [waiting]));
  return () => {
    for (const answer of answers) answer();
  };
}
