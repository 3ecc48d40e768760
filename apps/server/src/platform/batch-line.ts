/**
 * Things that arrive one by one and are done many at once. There is no timer: what queued while the last batch was
 * in flight is the next batch, so a quiet server answers at once and a busy one shares its round trips.
 */
export type BatchLine<Item, Result> = {
  push(item: Item): Promise<Result>;
  /** Whether anything is on its way or waits for its turn. */
  isBusy(): boolean;
};

type Waiting<Item, Result> = {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
};

/** Hands every item of a batch what became of it. */
type Answers = () => void;

export function createBatchLine<Item, Result>(options: {
  maxSize: number | (() => number);
  /** How many batches may be on their way at once; 1 unless told. */
  lanes?: number;
  /** Of items with the same key only one is on its way: the later one waits for what the earlier one did. */
  keyOf?: (item: Item) => unknown;
  run(items: Item[]): Promise<Result[]>;
}): BatchLine<Item, Result> {
  let queue: Waiting<Item, Result>[] = [];
  let running = 0;
  const keysOnTheirWay = new Set<unknown>();

  function takeBatch(): Waiting<Item, Result>[] {
    const { keyOf } = options;
    const maxSize = typeof options.maxSize === 'function' ? options.maxSize() : options.maxSize;
    if (!keyOf) return queue.splice(0, maxSize);
    const batch: Waiting<Item, Result>[] = [];
    const later: Waiting<Item, Result>[] = [];
    for (const waiting of queue) {
      const key = keyOf(waiting.item);
      if (batch.length < maxSize && !keysOnTheirWay.has(key)) {
        keysOnTheirWay.add(key);
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
    // What this leaves waiting has a key that is on its way in another lane, which looks here when it is done.
    for (let batch = takeBatch(); batch.length > 0; batch = takeBatch()) {
      const answers = runBatch(batch);
      // The answers of the last batch are written while the database works on this one.
      setImmediate(answerLast);
      answerLast = await answers;
      if (options.keyOf) for (const { item } of batch) keysOnTheirWay.delete(options.keyOf(item));
    }
    running -= 1;
    answerLast();
  }

  async function runBatch(batch: Waiting<Item, Result>[]): Promise<Answers> {
    try {
      const results = await options.run(batch.map((waiting) => waiting.item));
      return () => {
        batch.forEach((waiting, index) => {
          waiting.resolve(results[index] as Result);
        });
      };
    } catch (error) {
      if (batch.length > 1) return runOneByOne(batch);
      return () => batch[0]!.reject(error);
    }
  }

  /** One bad item must not spoil the others of its batch. */
  async function runOneByOne(batch: Waiting<Item, Result>[]): Promise<Answers> {
    const answers: Answers[] = [];
    for (const waiting of batch) answers.push(await runBatch([waiting]));
    return () => {
      for (const answer of answers) answer();
    };
  }

  return {
    isBusy: () => running > 0,
    push(item) {
      return new Promise<Result>((resolve, reject) => {
        queue.push({ item, resolve, reject });
        // Waiting one turn of the event loop lets the requests that arrived together travel together.
        if (running < (options.lanes ?? 1)) {
          running += 1;
          setImmediate(drain);
        }
      });
    },
  };
}
