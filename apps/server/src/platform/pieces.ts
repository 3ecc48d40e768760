/** Takes the pieces of a file one after the other. It answers when the reader took the piece. */
type Sink = (piece: string | Uint8Array) => Promise<void>;
type Piece = string | Uint8Array;

const BYTES_AT_ONCE = 65_536;
const READER_LEFT = new Error('the reader of the file left before its end');

/**
 * Begins to write and hands over what is written, piece by piece, as a reader asks for it. So no more than a piece is in
 * memory. A reader who leaves before the end, or is slower than `mostMs`, ends the writing: its next piece fails.
 */
export function piecesOf(
  write: (sink: Sink) => Promise<unknown>,
  { mostMs }: { mostMs: number },
): AsyncIterableIterator<Piece> {
  let offered = Promise.withResolvers<Piece | undefined>();
  let taken = handled(Promise.withResolvers<void>());
  let isOffered = false;
  const leave = () => taken.reject(READER_LEFT);
  const deadline = setTimeout(leave, mostMs);
  handled(offered);
  const written = write((piece) => {
    const turn = taken.promise;
    isOffered = true;
    offered.resolve(piece);
    return turn;
  })
    .then(
      () => offered.resolve(undefined),
      (error) => offered.reject(error),
    )
    .finally(() => clearTimeout(deadline));
  const end = async (): Promise<IteratorResult<Piece>> => {
    leave();
    await written;
    return { done: true, value: undefined };
  };
  let isBegun = false;

  return {
    async next() {
      if (isBegun) takeTurn();
      isBegun = true;
      const piece = await offered.promise;
      return piece === undefined ? { done: true, value: undefined } : { done: false, value: piece };
    },
    return: end,
    throw: end,
    [Symbol.asyncIterator]() {
      return this;
    },
  };

  /** The piece before was read: the writing goes on with the next one. */
  function takeTurn(): void {
    if (!isOffered) return;
    isOffered = false;
    const read = taken;
    offered = handled(Promise.withResolvers<Piece | undefined>());
    taken = handled(Promise.withResolvers<void>());
    read.resolve();
  }
}

/** A failure that is not waited for ends no process. */
function handled<Value>(resolvers: PromiseWithResolvers<Value>): PromiseWithResolvers<Value> {
  resolvers.promise.catch(() => undefined);
  return resolvers;
}

/** Joins small pieces, because each write costs a call of the system. */
export async function writeInPieces<Result>(
  take: (bytes: Buffer) => Promise<void>,
  write: (sink: Sink) => Promise<Result>,
): Promise<Result> {
  let waiting: Buffer[] = [];
  let size = 0;
  async function flush(): Promise<void> {
    const bytes = Buffer.concat(waiting);
    waiting = [];
    size = 0;
    if (bytes.length > 0) await take(bytes);
  }
  const result = await write(async (piece) => {
    const bytes = Buffer.from(piece as string);
    waiting.push(bytes);
    size += bytes.length;
    if (size >= BYTES_AT_ONCE) await flush();
  });
  await flush();
  return result;
}
