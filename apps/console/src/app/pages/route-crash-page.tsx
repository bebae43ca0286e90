import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { reportError } from '../../kit/api/report-error.ts';
import { CrashPage } from './crash-page.tsx';

/** Where the router catches what a page throws; the boundary around the console never hears of it. */
export function RouteCrashPage() {
  const error = useRouteError();
  useEffect(() => reportError('ERROR', error, { kind: 'crash' }), [error]);
  return <CrashPage />;
}
