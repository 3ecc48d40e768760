import { type ReactNode, Suspense } from 'react';
import { lazyPart } from '../../platform/lazy-part.tsx';
import { useUserInfo } from '../../platform/user-info.ts';
import { Card } from '../../ui/card.tsx';
import { PartBoundary } from '../../ui/part-boundary.tsx';
import { Skeleton } from '../../ui/states.tsx';

export const NewDeviceCard = lazyPart(() =>
  import('./new-device-card.tsx').then((part) => part.NewDeviceCard),
);

/** The content of a page, and above it on a new device the card about that. They appear together, so that nothing moves. */
export function NewDeviceFirst({ children }: { children: ReactNode }) {
  const { data, failureCount } = useUserInfo();
  const coming = (
    <Card>
      <Skeleton lines={[24, 44, 52, 52]} />
    </Card>
  );
  if (!data && failureCount === 0) return coming;
  return (
    <Suspense fallback={coming}>
      <PartBoundary frame={() => null}>{data?.isNewDevice && <NewDeviceCard />}</PartBoundary>
      {children}
    </Suspense>
  );
}
