import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation, useNavigation } from 'react-router';
import { CommandStrip } from '../../shared/command/command-strip.tsx';
import { LogWatch } from '../../shared/log-pulls/log-watch.tsx';
import { session } from '../../kit/api/session.ts';
import { MenuDrawer } from '../menu/menu-drawer.tsx';
import { Sidebar } from './sidebar.tsx';
import { TopBar } from './top-bar.tsx';
import { ViewBanner } from './view-banner.tsx';
import { Watermark } from './watermark.tsx';
import './shell.css';

/** The frame around every page behind the login. */
export function Shell() {
  const { t } = useTranslation('app');
  const { pathname } = useLocation();
  const { state } = useNavigation();
  const [drawer, setDrawer] = useState(false);
  const main = useRef<HTMLElement>(null);

  const first = useRef(true);
  useEffect(() => {
    setDrawer(false);
    // A new page moves the keyboard focus to its top. The first page leaves the focus where the browser put it.
    if (!first.current) main.current?.focus();
    first.current = false;
  }, [pathname]);

  return (
    <div className="sl-shell">
      <a className="sl-skip" href="#main">
        {t('skip')}
      </a>
      <Sidebar />
      <div className="sl-room">
        <ViewBanner />
        <TopBar onMenu={() => setDrawer(true)} />
        <main id="main" ref={main} tabIndex={-1} aria-busy={state === 'loading'}>
          <Outlet />
        </main>
      </div>
      <CommandStrip />
      <LogWatch />
      <MenuDrawer open={drawer} onClose={() => setDrawer(false)} />
      <Watermark name={session.user()?.viewer?.username ?? session.user()?.username ?? ''} />
    </div>
  );
}
