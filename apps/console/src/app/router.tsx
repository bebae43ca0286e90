import { pages } from '@sweepline/contract';
import { createBrowserRouter, redirect, type RouteObject } from 'react-router';
import { may } from '../kit/api/may.ts';
import { session } from '../kit/api/session.ts';
import { loadChunk } from '../kit/api/chunks.ts';
import { Gate } from './gate.tsx';
import { NotAllowedPage } from './pages/not-allowed-page.tsx';
import { NotFoundPage } from './pages/not-found-page.tsx';
import { OutsidePage } from './pages/outside-page.tsx';
import { RouteCrashPage } from './pages/route-crash-page.tsx';
import { redirects, routes, homes, type Route } from './routes/routes.tsx';
import { Shell } from './shell/shell.tsx';
import { SignInFirstPage } from './pages/sign-in-first-page.tsx';

/** The page is loaded only with its permission. Without it, the same address shows the refusal until it is granted. */
const asRoute = ({ path, allow, forms, needsId, parent, page }: Route): RouteObject => ({
  path,
  lazy: async () => {
    const fetched = may(allow) ? await loadChunk(page) : null;
    const list = needsId && routes.find((route) => route.path === parent);
    return { Component: () => <Gate allow={allow} forms={forms} list={list} load={page} page={fetched} /> };
  },
});

const home = () => {
  const route = homes()
    .flatMap((path) => routes.filter((route) => route.path === path))
    .find(({ allow }) => may(allow));
  return redirect(route?.path ?? '/403');
};

/** The public addresses of the pages that are inside the shell for a user with a session. */
const outsideRoutes: RouteObject[] = [
  { path: '/403', element: <OutsidePage about="notAllowed" /> },
  { path: '/404', element: <OutsidePage about="notFound" /> },
];

/** Shown until the first page is loaded. The router warns about a first route that shows nothing by itself. */
const Nothing = () => null;
const leadingTo = (path: string, loader: () => Response) => ({ path, loader, Component: Nothing });

/** Created once per session. Permissions are checked whenever a page is shown. */
export const createRouter = () =>
  createBrowserRouter([
    { path: '/401', Component: SignInFirstPage },
    {
      path: '/import',
      ErrorBoundary: RouteCrashPage,
      HydrateFallback: Nothing,
      lazy: async () => ({
        Component: await loadChunk(() => import('./pages/import-page.tsx').then((m) => m.ImportPage)),
      }),
    },
    {
      path: pages.knowledgeBase.path,
      ErrorBoundary: RouteCrashPage,
      HydrateFallback: Nothing,
      lazy: async () => ({
        Component: await loadChunk(() =>
          import('../features/knowledge/articles/reader/knowledge-page.tsx').then((m) => m.KnowledgePage),
        ),
      }),
    },
    {
      path: pages.agreementTexts.path,
      ErrorBoundary: RouteCrashPage,
      HydrateFallback: Nothing,
      lazy: async () => ({
        Component: await loadChunk(() =>
          import('../features/knowledge/agreements/reader/agreement-texts-page.tsx').then(
            (m) => m.AgreementTextsPage,
          ),
        ),
      }),
    },
    ...(session.user() ? [] : outsideRoutes),
    { ...leadingTo('/login', () => redirect('/')), HydrateFallback: Nothing },
    {
      Component: Shell,
      ErrorBoundary: RouteCrashPage,
      HydrateFallback: Nothing,
      children: [
        leadingTo('/', home),
        ...redirects.map(({ path, to }) => leadingTo(path, () => redirect(to))),
        ...routes.map(asRoute),
        { path: '/403', Component: NotAllowedPage },
        { path: '*', Component: NotFoundPage },
      ],
    },
  ]);
