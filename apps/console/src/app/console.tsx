import '/@theme/antd.css';
import './antd.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { ConfigProvider } from 'antd';
import type { Locale } from 'antd/es/locale';
import i18next from 'i18next';
import { useEffect, useState } from 'react';
import { RouterProvider } from 'react-router/dom';
import { LoadingMask } from '../kit/api/loading-mask.tsx';
import { createQueryClient } from '../kit/api/query-client.ts';
import { session, useSession } from '../kit/api/session.ts';
import { openSocket, ticketAddress, type Socket } from '../kit/api/socket.ts';
import type { LineLimit } from '../kit/api/socket-line.ts';
import { antdTheme } from '../kit/ui/theme.ts';
import { toast } from '../kit/ui/toasts.ts';
import { SocketContext } from '../kit/api/use-live.ts';
import { useMode } from '../kit/ui/use-theme.ts';
import { createRouter } from './router.tsx';
import { useRights } from './use-rights.ts';

/** Everything behind the login: what was read, the live line, the pages. It lives as long as one person's session. */
export function Console({ locale }: { locale: Locale }) {
  const mode = useMode();
  const [cache] = useState(() => createQueryClient({ signOut: leave }));
  const [router] = useState(createRouter);
  const socket = useSocket();

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

/** An answer that comes late is about a session that was left meanwhile, not about the one that is there now. */
function leave(reason: string, token: string) {
  if (session.token() === token) session.close(reason);
}

/** Told once in passing: the pages stay usable, they only no longer change by themselves. */
function tellLimit(limit: LineLimit) {
  const detail = limit === 'tooManySockets' ? 'tooManySockets' : 'tooMuch';
  const words = { text: i18next.t('kit:livePaused.title'), detail: i18next.t(`kit:livePaused.${detail}`) };
  toast({ tone: 'failed', ...words });
}

function Rights() {
  useRights();
  return null;
}

function useSocket(): Socket | null {
  const user = useSession();
  // Nothing is said to a session that must change its password first.
  const token = user?.mustChangePassword ? undefined : user?.session;
  const [socket, setSocket] = useState<Socket | null>(null);
  useEffect(() => {
    if (!token) return;
    const line = openSocket(ticketAddress, (reason) => leave(reason, token), tellLimit);
    setSocket(line);
    return () => {
      line.close();
      setSocket(null);
    };
  }, [token]);
  return socket;
}
