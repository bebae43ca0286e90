import { useContext, useEffect, useMemo } from 'react';
import { SocketContext } from '../../kit/api/use-live.ts';
import { Hold } from './hold.ts';

/** The line to the robot while this page has its wheel. A page nobody looks at lets go. */
export function useHold(session: string): Hold {
  const socket = useContext(SocketContext);
  const hold = useMemo(() => new Hold(session, (drive) => socket?.say({ drive })), [session, socket]);
  useEffect(() => {
    const letGo = () => hold.release();
    const hidden = () => document.hidden && letGo();
    window.addEventListener('blur', letGo);
    window.addEventListener('pagehide', letGo);
    document.addEventListener('visibilitychange', hidden);
    return () => {
      letGo();
      window.removeEventListener('blur', letGo);
      window.removeEventListener('pagehide', letGo);
      document.removeEventListener('visibilitychange', hidden);
    };
  }, [hold]);
  return hold;
}
