import { Component, type ReactNode } from 'react';
import { CrashPage } from './crash-page.tsx';

/** The one place where an uncaught error of the interface ends. The rest of the page it happened in is not trusted. */
export class CrashBoundary extends Component<{ children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError() {
    return { crashed: true };
  }

  override render() {
    return this.state.crashed ? <CrashPage /> : this.props.children;
  }
}
