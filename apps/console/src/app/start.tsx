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

/** Addresses that need no sign-in. All others show the login page and return to the address afterwards. */
export const openAddresses = new Set(['/401', '/403', '/404', '/import', pages.knowledgeBase.path]);

/** The login gate. The console behind it is a separate chunk, so that the login page stays small. */
export function Start() {
  const user = useSession();
  // A user who must change the password stays at the login page, which has the form for it.
  const mayEnter = user !== null && !user.mustChangePassword;
  const inside = mayEnter || openAddresses.has(location.pathname);
  useEffect(() => {
    if (inside || location.pathname === '/login') return;
    const back = location.pathname + location.search;
    history.replaceState(null, '', back === '/' ? '/login' : `/login?back=${encodeURIComponent(back)}`);
  }, [inside]);
  useEffect(() => {
    // The form was submitted before the program was loaded (`public/early.js`).
    document.querySelector<HTMLFormElement>('form[data-sent]')?.requestSubmit();
  }, []);
  const reads = location.pathname === pages.knowledgeBase.path;
  return (
    <CrashBoundary>
      {reads ? (
        <Suspense>
          <KnowledgePage />
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
