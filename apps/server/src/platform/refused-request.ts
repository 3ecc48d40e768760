/** A call that was answered with a refusal, for the program to take note of. */
export type RefusedCall = {
  /** The beginning of the request's id, as the error log has it. */
  reference: string;
  address: string;
  /** The pattern of the path, without the ids in it. */
  route: string;
  /** 0 for a caller without a session. */
  borrowerId: number;
  code: number;
  /** What was refused, by the name in the reply. */
  cause: string | undefined;
};

/** A request that reached no handler, because it could not be read. */
export type UnreadableRequest = {
  status: number;
  /** Undefined where not even the head of the request was read. */
  route: string | undefined;
  address: string | undefined;
  reference: string | undefined;
};

/** The beginning of the id of a request. It is told to the caller and stands in the logs. */
export function referenceOf({ id }: { id: string }): string {
  return id.slice(0, 8);
}
