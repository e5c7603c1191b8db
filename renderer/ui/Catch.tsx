import { Component, type ReactNode } from 'react';

interface CatchProps {
  /** Stands in the place of children that could not be drawn. */
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

/** Keeps what goes wrong while its children are drawn to itself: without it one bad text would take the whole page away. */
export class Catch extends Component<CatchProps, { readonly failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true };
  }
  override componentDidCatch(error: unknown): void {
    console.error('[page] could not draw', error);
  }
  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
