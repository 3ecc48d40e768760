import { useState } from 'react';

/** The payment that a popup follows until it has ended. While one is open, no second one can be made. */
export function useFollowedPayment(pendingId: string | undefined) {
  const [followedId, follow] = useState<string>();
  const [failedId, setFailedId] = useState<string>();
  // A payment is followed until it has ended, also when the bill no longer names it as pending.
  if (followedId === undefined && pendingId !== undefined && pendingId !== failedId) follow(pendingId);
  const leaveFailed = () => {
    setFailedId(followedId);
    follow(undefined);
  };
  return { followedId, follow, leaveFailed };
}
