const OVERDUE = 'Not done by its deadline';

/**
 * Fails when the work has not ended in time. What the work still does is its own matter: the caller goes on without it,
 * as it would after the process that did the work was killed.
 */
export async function byDeadline<Result>(deadlineMs: number, work: () => Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(OVERDUE)), deadlineMs);
  });
  try {
    return await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Whether it happened is unknown. */
export function isOverdue(error: unknown): boolean {
  return error instanceof Error && error.message === OVERDUE;
}
