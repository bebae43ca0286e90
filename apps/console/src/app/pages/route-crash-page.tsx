import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { reportError } from '../../kit/api/report-error.ts';
import { CrashPage } from './crash-page.tsx';

/** The router catches errors of pages before `CrashBoundary`, so this page reports them itself. */
export function RouteCrashPage() {
  const error = useRouteError();
  useEffect(() => reportError('ERROR', error, { kind: 'crash' }), [error]);
  return <CrashPage />;
}
