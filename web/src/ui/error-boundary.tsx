import { Component, type ReactNode } from 'react';
import { ErrorPage } from './error-page.tsx';
import { forgetFailedPages } from './pages.tsx';

interface ErrorBoundaryProps {
  /** Changes with the address, which resets the boundary. */
  locationKey: string;
  children: ReactNode;
}

/** Shows an error page after a render error, until the user navigates. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { error: unknown }> {
  override state = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('unknown') };
  }

  override componentDidCatch() {
    forgetFailedPages();
  }

  override componentDidUpdate({ locationKey: at }: ErrorBoundaryProps) {
    if (this.state.error !== undefined && at !== this.props.locationKey) this.setState({ error: undefined });
  }

  override render() {
    return this.state.error === undefined ? this.props.children : <ErrorPage error={this.state.error} />;
  }
}
