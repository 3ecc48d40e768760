import { Component, type ReactNode, Suspense } from 'react';
import { forgetFailedParts } from '../platform/lazy-part.tsx';
import { uiWords } from '../words/ui.ts';
import { Overlay } from './overlay.tsx';
import { ErrorState } from './states.tsx';

type Props = {
  children: ReactNode;
  /** Wraps the message that is shown in place of the part. */
  frame?: (failed: ReactNode) => ReactNode;
};
type State = { error: unknown; tries: number };

/**
 * Catches errors while a part loads or renders. The first retry loads the part again. The next reloads the whole page,
 * because a new release removes the old parts from the server.
 */
export class PartBoundary extends Component<Props, State> {
  override state: State = { error: null, tries: 0 };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error };
  }

  retry = () => {
    forgetFailedParts();
    if (this.state.tries > 0) location.reload();
    else this.setState({ error: null, tries: this.state.tries + 1 });
  };

  override render() {
    const { children, frame = (failed) => failed } = this.props;
    if (this.state.error === null) return children;
    return frame(<ErrorState message={uiWords.partMissing.text} onRetry={this.retry} />);
  }
}

/** The same for an overlay: the message is shown over the page and can be closed. */
export function OverlayBoundary({ children, onClose }: { children: ReactNode; onClose: () => void }) {
  return (
    <PartBoundary
      frame={(failed) => (
        <Overlay kind="sheet" title={uiWords.partMissing.title} onClose={onClose}>
          {failed}
        </Overlay>
      )}
    >
      {children}
    </PartBoundary>
  );
}

/** An optional part: the page is complete without it, so nothing is shown while it loads or when it fails. */
export function OptionalPart({ children }: { children: ReactNode }) {
  return (
    <PartBoundary frame={() => null}>
      <Suspense>{children}</Suspense>
    </PartBoundary>
  );
}
