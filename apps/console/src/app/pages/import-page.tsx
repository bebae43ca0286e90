import { linkKindOf, type LinkKind } from '@sweepline/contract';
import { lazy, Suspense, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { lazyPart } from '../../kit/api/chunks.ts';
import { Empty } from '../../kit/ui/empty.tsx';
import { Logo } from '../../kit/ui/logo.tsx';
import { LanguageMenu } from '../shell/language-menu.tsx';
import './import-page.css';

const Invitation = lazy(() =>
  lazyPart(() =>
    import('../../features/people/invitations/invitation-page.tsx').then((m) => m.InvitationPage),
  ),
);

const ChatCode = lazy(() =>
  lazyPart(() => import('../../features/people/chat-users/chat-code-page.tsx').then((m) => m.ChatCodePage)),
);

const Unsubscribe = lazy(() =>
  lazyPart(() =>
    import('../../features/figures/report-subscriptions/unsubscribe-page.tsx').then((m) => m.UnsubscribePage),
  ),
);

const SharedReport = lazy(() =>
  lazyPart(() =>
    import('../../features/work/reports/shared-report-page.tsx').then((m) => m.SharedReportPage),
  ),
);

const PrintCheck = lazy(() =>
  lazyPart(() =>
    import('../../features/work/reports/print-check/print-check-page.tsx').then((m) => m.PrintCheckPage),
  ),
);

const PublicScreen = lazy(() =>
  lazyPart(() => import('../../features/figures/screens/public-screen.tsx').then((m) => m.PublicScreen)),
);

const FaultReport = lazy(() =>
  lazyPart(() =>
    import('../../features/service/fault-reports/fault-report-page.tsx').then((m) => m.FaultReportPage),
  ),
);
const Receipt = lazy(() =>
  lazyPart(() => import('../../features/service/fault-reports/receipt-page.tsx').then((m) => m.ReceiptPage)),
);

/** The content of a link, by the kind in its token. A new kind of link is one row here. */
const parts: Record<LinkKind, (token: string) => ReactNode> = {
  inv: (token) => <Invitation token={token} />,
  chat: (token) => <ChatCode token={token} />,
  unsub: (token) => <Unsubscribe token={token} />,
  report: (token) => <SharedReport token={token} />,
  proof: (token) => <PrintCheck token={token} />,
  screen: (token) => <PublicScreen token={token} />,
  fault: (token) => <FaultReport token={token} />,
  receipt: (token) => <Receipt receipt={token} />,
};

/** Kinds that use the whole window instead of a card. */
const wide = new Set<LinkKind>(['report']);

/** The target of links from outside. It needs no sign-in. */
export function ImportPage() {
  const { t } = useTranslation('app');
  const [params] = useSearchParams();
  const token = params.get('token') ?? '';
  const kind = linkKindOf(token);
  // A display has no bar with controls.
  if (kind === 'screen') return <Suspense>{parts.screen(token)}</Suspense>;
  return (
    <main className="sl-import">
      <header>
        <Logo />
        <LanguageMenu />
      </header>
      <div className={kind && wide.has(kind) ? 'sl-import-wide' : 'sl-import-card'}>
        {kind ? (
          <Suspense>{parts[kind](token)}</Suspense>
        ) : (
          <Empty icon="external" title={t('unknownLink.title')} hint={t('unknownLink.hint')} />
        )}
      </div>
    </main>
  );
}
