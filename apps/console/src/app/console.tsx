import '/@theme/antd.css';
import './antd.css';
import type { SocketLimitCause } from '@sweepline/contract';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { ConfigProvider } from 'antd';
import type { Locale } from 'antd/es/locale';
import i18next from 'i18next';
import { useEffect, useState } from 'react';
import { RouterProvider } from 'react-router/dom';
import { LoadingMask } from '../kit/api/loading-mask.tsx';
import { createQueryClient } from '../kit/api/query-client.ts';
import { session, useSession } from '../kit/api/session.ts';
import { openSocket, ticketAddress, type Socket } from '../kit/api/socket.ts';
import { antdTheme } from '../kit/ui/theme.ts';
import { toast } from '../kit/ui/toasts.ts';
import { SocketContext } from '../kit/api/use-live.ts';
import { useMode } from '../kit/ui/use-theme.ts';
import { createRouter } from './router.tsx';
import { useForgetAtEnd } from './shell/forget-offline.ts';
import { useRights } from './use-rights.ts';

/** Everything behind the login: query cache, socket and pages. It is mounted for the session of one user. */
export function Console({ locale }: { locale: Locale }) {
  const mode = useMode();
  const [cache] = useState(() => createQueryClient({ signOut: leave }));
  const [router] = useState(createRouter);
  const socket = useSocket(cache);
  useForgetAtEnd();

  return (
    <ConfigProvider theme={antdTheme(mode)} locale={locale} wave={{ disabled: true }}>
      <QueryClientProvider client={cache}>
        <SocketContext value={socket}>
          <Rights />
          <RouterProvider router={router} />
          <LoadingMask />
        </SocketContext>
      </QueryClientProvider>
    </ConfigProvider>
  );
}

/** A late reply may belong to a session that has already ended. It must not close the present one. */
export function leave(reason: string, token: string) {
  if (session.token() === token) session.close(reason);
}

/** Shows a toast: the pages stay usable, but receive no live updates. */
function showLimit(limit: SocketLimitCause) {
  const detail = limit === 'tooManySockets' ? 'tooManySockets' : 'tooMuch';
  const texts = { text: i18next.t('kit:livePaused.title'), detail: i18next.t(`kit:livePaused.${detail}`) };
  toast({ tone: 'failed', ...texts });
}

function Rights() {
  useRights();
  return null;
}

/** Waits until the server has subscribed the page again: only then a read leaves no gap. */
const gapMs = 500;

function useSocket(cache: QueryClient): Socket | null {
  const user = useSession();
  // A session that must change its password or agree first gets no socket ticket.
  const token = user?.mustChangePassword || user?.agreementDue ? undefined : user?.session;
  const [socket, setSocket] = useState<Socket | null>(null);
  useEffect(() => {
    if (!token) return;
    const readAgain = () => void (gap = setTimeout(() => void cache.invalidateQueries(), gapMs));
    let gap: ReturnType<typeof setTimeout> | undefined;
    const connection = openSocket(ticketAddress, (reason) => leave(reason, token), showLimit, readAgain);
    setSocket(connection);
    return () => {
      clearTimeout(gap);
      connection.close();
      setSocket(null);
    };
  }, [token, cache]);
  return socket;
}
