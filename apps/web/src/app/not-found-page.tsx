import { ButtonLink } from '../ui/button.tsx';
import { PageFrame } from '../ui/page-frame.tsx';
import { EmptyState } from '../ui/states.tsx';

export function NotFoundPage() {
  return (
    <PageFrame title="Page not found" backTo="/home">
      <EmptyState
        title="There is nothing at this address"
        action={
          <ButtonLink to="/home" isWide={false}>
            Go to home
          </ButtonLink>
        }
      >
        The link may be old or mistyped. Your loan and your money are not affected.
      </EmptyState>
    </PageFrame>
  );
}
