import { useContext, useEffect, useMemo } from 'react';
import { SocketContext } from '../../../kit/api/use-live.ts';
import { DeadmanSender } from './deadman-sender.ts';

/** The sender of drive frames for a session. It releases when the page loses focus or is hidden. */
export function useDeadmanSender(session: string): DeadmanSender {
  const socket = useContext(SocketContext);
  const sender = useMemo(
    () => new DeadmanSender(session, (drive) => socket?.say({ drive })),
    [session, socket],
  );
  useEffect(() => {
    const release = () => sender.release();
    const releaseIfHidden = () => document.hidden && release();
    window.addEventListener('blur', release);
    window.addEventListener('pagehide', release);
    document.addEventListener('visibilitychange', releaseIfHidden);
    return () => {
      release();
      window.removeEventListener('blur', release);
      window.removeEventListener('pagehide', release);
      document.removeEventListener('visibilitychange', releaseIfHidden);
    };
  }, [sender]);
  return sender;
}
