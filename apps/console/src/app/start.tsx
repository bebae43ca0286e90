import { pages } from '@sweepline/contract';
import { lazy, Suspense, useEffect } from 'react';
import { LoginPage } from '../features/people/auth/login-page.tsx';
import { useSession } from '../kit/api/session.ts';
import { Toaster } from '../kit/ui/toaster.tsx';
import { currentLang } from '../kit/format/lang.ts';
import { loadChunk } from '../kit/api/chunks.ts';
import { addTexts } from '../kit/format/texts.ts';
import { CrashBoundary } from './pages/crash-boundary.tsx';
import { loadParts } from './languages/load.ts';

const Console = lazy(async () => {
  const [{ Console }, parts] = await loadChunk(() =>
    Promise.all([import('./console.tsx'), loadParts[currentLang()]()]),
  );
  addTexts(parts.texts);
  return { default: () => <Console locale={parts.antd} /> };
});

/** The knowledge base is read beside a robot, often without an account, so it comes without the console. */
const KnowledgePage = lazy(async () => ({
  default: await loadChunk(() =>
    import('../features/knowledge/articles/reader/knowledge-page.tsx').then((m) => m.KnowledgePage),
  ),
}));

/** What the reader agrees to is read without an account too. */
const AgreementTextsPage = lazy(async () => ({
  default: await loadChunk(() =>
    import('../features/knowledge/agreements/reader/agreement-texts-page.tsx').then(
      (m) => m.AgreementTextsPage,
    ),
  ),
}));

/** Stands in place of the console until the session has accepted what is due. */
const AgreementStep = lazy(async () => ({
  default: await loadChunk(() =>
    import('../features/knowledge/agreements/reader/agreement-step.tsx').then((m) => m.AgreementStep),
  ),
}));

/** Pages for reading, which come without the console. */
const readerPages = new Map([
  [pages.knowledgeBase.path, <KnowledgePage key="knowledge" />],
  [pages.agreementTexts.path, <AgreementTextsPage key="agreements" />],
]);

/** Addresses that need no sign-in. All others show the login page and return to the address afterwards. */
export const openAddresses = new Set(['/401', '/403', '/404', '/import', ...readerPages.keys()]);

/** The login gate. The console behind it is a separate chunk, so that the login page stays small. */
export function Start() {
  const user = useSession();
  // A user who must change the password stays at the login page, which has the form for it.
  const mayEnter = user !== null && !user.mustChangePassword;
  const isOpen = openAddresses.has(location.pathname);
  const inside = mayEnter || isOpen;
  useEffect(() => {
    if (inside || location.pathname === '/login') return;
    const back = location.pathname + location.search;
    history.replaceState(null, '', back === '/' ? '/login' : `/login?back=${encodeURIComponent(back)}`);
  }, [inside]);
  useEffect(() => {
    // The form was submitted before the program was loaded (`public/early.js`).
    document.querySelector<HTMLFormElement>('form[data-sent]')?.requestSubmit();
  }, []);
  const readerPage = readerPages.get(location.pathname);
  const mustAgree = mayEnter && user.agreementDue && !isOpen;
  return (
    <CrashBoundary>
      {readerPage ? (
        <Suspense>{readerPage}</Suspense>
      ) : mustAgree ? (
        <Suspense>
          <AgreementStep key={user.userId} user={user} />
        </Suspense>
      ) : inside ? (
        <Suspense>
          {/* The key remounts the console for another user, so that no cached data of the previous user is shown. */}
          <Console key={user?.userId ?? ''} />
        </Suspense>
      ) : (
        <LoginPage />
      )}
      <Toaster />
    </CrashBoundary>
  );
}
