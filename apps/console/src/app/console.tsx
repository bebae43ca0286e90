import '/@theme/antd.css';
import './antd.css';
import { authCalls } from '@sweepline/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { ConfigProvider } from 'antd';
import type { Locale } from 'antd/es/locale';
import { useEffect, useState } from 'react';
import { RouterProvider } from 'react-router/dom';
import { send } from '../kit/api.ts';
import { LoadingMask } from '../kit/loading-mask.tsx';
import { createQueryClient } from '../kit/query-client.ts';
import { session, useSession } from '../kit/session.ts';
import { openSocket, ticketAddress, type Socket } from '../kit/socket.ts';
import { antdTheme } from '../kit/theme.ts';
import { SocketContext } from '../kit/use-live.ts';
import { useMode } from '../kit/use-theme.ts';
import { createRouter } from './router.tsx';

/** Everything behind the login: what was read, the live line, the pages. It lives as long as one person's session. */
export function Console({ locale }: { locale: Locale }) {
  const mode = useMode();
  const [cache] = useState(() => createQueryClient({ signOut: session.close }));
  const [router] = useState(createRouter);
  const socket = useSocket();

  useEffect(() => {
    // What was stored may be days old: rights change, and so does the token's fate.
    if (session.user()) {
      void cache
        .fetchQuery({
          queryKey: ['auth', 'check'],
          queryFn: () => send(authCalls.check, {}, { quiet: true }),
        })
        .then(session.open, () => {});
    }
  }, [cache]);

  return (
    <ConfigProvider theme={antdTheme(mode)} locale={locale} wave={{ disabled: true }}>
      <QueryClientProvider client={cache}>
        <SocketContext value={socket}>
          <RouterProvider router={router} />
          <LoadingMask />
        </SocketContext>
      </QueryClientProvider>
    </ConfigProvider>
  );
}

function useSocket(): Socket | null {
  const signedIn = useSession() !== null;
  const [socket, setSocket] = useState<Socket | null>(null);
  useEffect(() => {
    if (!signedIn) return;
    const line = openSocket(ticketAddress, session.close);
    setSocket(line);
    return () => {
      line.close();
      setSocket(null);
    };
  }, [signedIn]);
  return socket;
}
