import { useState } from 'react';

/**
 * The payment that a popup follows until it has ended. While one is open, no second one can be made. The popup reads
 * nothing else meanwhile: once nothing is owed, the server refuses the form and the quote that the popup began with.
 */
export function useFollowedPayment() {
  const [followedId, follow] = useState<string>();
  const [failedId, setFailedId] = useState<string>();
  // A payment is followed until it has ended, also when the bill no longer names it as pending.
  const followPending = (pendingId: string | undefined) => {
    if (followedId === undefined && pendingId !== undefined && pendingId !== failedId) follow(pendingId);
  };
  const leaveFailed = () => {
    setFailedId(followedId);
    follow(undefined);
  };
  return { followedId, follow, followPending, leaveFailed };
}
