import type { Call } from '@sweepline/contract';
import { lazy, Suspense, useState, type ComponentType } from 'react';
import { useSearchParams } from 'react-router';
import { lazyPart } from '../kit/api/chunks.ts';
import { may } from '../kit/api/may.ts';
import { useSession } from '../kit/api/session.ts';
import { NotAllowedPage } from './pages/not-allowed-page.tsx';
import { NoRecordPage } from './pages/no-record-page.tsx';
import type { Route, RouteForm } from './routes/routes.tsx';

interface Props {
  allow: Call['allow'];
  forms?: readonly RouteForm[] | undefined;
  /** The list of a page that needs an `id` in its address. */
  list?: Pick<Route, 'path' | 'title'> | undefined;
  load: () => Promise<ComponentType>;
  /** The page, if it is already loaded. */
  page: ComponentType | null;
}

const noForms: readonly RouteForm[] = [];

/** Checks the permission of a page on every render, because permissions may change during a session. */
export function Gate({ allow, forms = noForms, list, load, page }: Props) {
  const [params] = useSearchParams();
  const user = useSession();
  const [Page] = useState<ComponentType>(() => page ?? lazy(() => lazyPart(load)));
  const required = [allow, ...forms.filter(({ isAt }) => isAt(params)).map((form) => form.allow)];
  if (!required.every((code) => may(code, user))) return <NotAllowedPage />;
  if (list && !params.get('id')) return <NoRecordPage list={list} />;
  return (
    <Suspense>
      <Page />
    </Suspense>
  );
}
