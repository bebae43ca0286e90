import { lazy, Suspense, useEffect } from 'react';
import { LoginPage } from '../features/auth/login-page.tsx';
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

/** Open to everybody; every other address asks a stranger to sign in and leads back afterwards. */
export const openAddresses = new Set(['/401', '/import']);

/** The login gate. What lies behind it is a chunk of its own, so that the login page stays small. */
export function Start() {
  const user = useSession();
  // Who must change the password first stays at the login page, which asks for it.
  const mayEnter = user !== null && !user.mustChangePassword;
  const inside = mayEnter || openAddresses.has(location.pathname);
  useEffect(() => {
    if (inside || location.pathname === '/login') return;
    const back = location.pathname + location.search;
    history.replaceState(null, '', back === '/' ? '/login' : `/login?back=${encodeURIComponent(back)}`);
  }, [inside]);
  useEffect(() => {
    // Pressed before the program was there (`public/early.js`).
    document.querySelector<HTMLFormElement>('form[data-sent]')?.requestSubmit();
  }, []);
  return (
    <CrashBoundary>
      {inside ? (
        <Suspense>
          {/* Another person is another console: nothing read for the one before may be shown to the next. */}
          <Console key={user?.userId ?? ''} />
        </Suspense>
      ) : (
        <LoginPage />
      )}
      <Toaster />
    </CrashBoundary>
  );
}
