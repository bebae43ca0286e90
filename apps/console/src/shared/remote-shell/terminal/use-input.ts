import type { ShellInput } from '@sweepline/contract';
import { useContext, useEffect, type RefObject } from 'react';
import { SocketContext } from '../../../kit/api/use-live.ts';
import { inputPieces } from './input-pieces.ts';
import type { TerminalScreen } from './terminal-screen.ts';

/** Sends what is typed, and the size of the terminal, to the robot. */
export function useInput(
  session: string,
  screen: TerminalScreen | null,
  isAllowed: boolean,
  isCatchingUp: RefObject<boolean>,
) {
  const socket = useContext(SocketContext);
  useEffect(() => {
    if (!screen || !socket || !isAllowed) return;
    const say = (shell: ShellInput) => socket.say({ shell });
    const typed = screen.onInput((text) => {
      if (isCatchingUp.current) return;
      for (const piece of inputPieces(text)) say({ session, text: piece });
    });
    const sized = screen.onSize((size) => say({ session, ...size }));
    say({ session, ...screen.size });
    return () => {
      typed.dispose();
      sized.dispose();
    };
  }, [session, screen, socket, isAllowed, isCatchingUp]);
}
