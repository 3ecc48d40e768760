import { useState } from 'react';

/** The payment that a popup follows to its end. While one waits there is no second one to be made. */
export function useFollowedPayment(pendingId: string | undefined) {
  const [followedId, follow] = useState<string>();
  const [failedId, setFailedId] = useState<string>();
  // A payment is followed to its end, also when the bill no longer names it as waiting.
  if (followedId === undefined && pendingId !== undefined && pendingId !== failedId) follow(pendingId);
  const leaveFailed = () => {
    setFailedId(followedId);
    follow(undefined);
  };
  return { followedId, follow, leaveFailed };
}
