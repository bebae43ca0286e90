import { Component, type ErrorInfo, type ReactNode } from 'react';
import { reportError } from '../../kit/api/report-error.ts';
import { CrashPage } from './crash-page.tsx';

/** Catches uncaught render errors and replaces the whole page, because its state may be broken. */
export class CrashBoundary extends Component<{ children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError() {
    return { crashed: true };
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo) {
    reportError('ERROR', error, { kind: 'crash', ...(componentStack && { componentStack }) });
  }

  override render() {
    return this.state.crashed ? <CrashPage /> : this.props.children;
  }
}
