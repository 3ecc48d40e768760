import { Component, type ReactNode } from 'react';
import { Overlay } from './overlay.tsx';
import { ErrorState } from './states.tsx';

type Props = {
  children: ReactNode;
  /** The part is an overlay: what failed is said over the page, and closing it gives up. */
  onGiveUp?: () => void;
};
type State = { error: unknown; tries: number };

/**
 * Catches what fails while a part loads or draws. The first retry asks for the part again; the next loads the whole
 * page, because after a new release the old parts are gone.
 */
export class PartBoundary extends Component<Props, State> {
  override state: State = { error: null, tries: 0 };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error };
  }

  retry = () => {
    if (this.state.tries > 0) location.reload();
    else this.setState({ error: null, tries: this.state.tries + 1 });
  };

  override render() {
    if (this.state.error === null) return this.props.children;
    const failed = (
      <ErrorState
        message="A part of Thumba did not arrive. Check your internet and try again."
        onRetry={this.retry}
      />
    );
    const { onGiveUp } = this.props;
    if (onGiveUp === undefined) return <main>{failed}</main>;
    return (
      <Overlay kind="sheet" title="Something is missing" onClose={onGiveUp}>
        {failed}
      </Overlay>
    );
  }
}
