import type { Call } from '@sweepline/contract';
import { lazy, Suspense, useState, type ComponentType } from 'react';
import { lazyPart } from '../kit/api/chunks.ts';
import { may } from '../kit/api/may.ts';
import { useSession } from '../kit/api/session.ts';
import { NotAllowedPage } from './pages/not-allowed-page.tsx';

interface Props {
  allow: Call['allow'];
  load: () => Promise<ComponentType>;
  /** The page, if it is already loaded. */
  page: ComponentType | null;
}

/** Checks the permission of a page on every render, because permissions may change during a session. */
export function Gate({ allow, load, page }: Props) {
  const user = useSession();
  const [Page] = useState<ComponentType>(() => page ?? lazy(() => lazyPart(load)));
  if (!may(allow, user)) return <NotAllowedPage />;
  return (
    <Suspense>
      <Page />
    </Suspense>
  );
}
