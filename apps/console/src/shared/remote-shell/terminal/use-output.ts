import { shellCalls, shellOutputTopic } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { send } from '../../../kit/api/api.ts';
import { useTopic } from '../../../kit/api/use-live.ts';
import { OutputStream } from './output-stream.ts';
import type { TerminalScreen } from './terminal-screen.ts';

/** Answers a push that was lost at the end of the output. */
const renewMs = 15_000;

/**
 * Writes the output of a shell to its terminal: what came before, then each piece as it is pushed. A gap is read with the call, also
 * after a reconnect, which reads everything again. True while the terminal catches up.
 */
export function useOutput(session: string, screen: TerminalScreen | null, isLive: boolean) {
  const isCatchingUp = useRef(true);
  const stream = useMemo(
    () =>
      new OutputStream((text) => {
        screen?.write(text);
      }),
    [screen],
  );
  const { family, path } = shellCalls.output;
  const { data, refetch } = useQuery({
    queryKey: [family, path, session],
    queryFn: () => send(shellCalls.output, { id: session, from: stream.next }, { quiet: true }),
    enabled: screen !== null && isLive,
    refetchInterval: renewMs,
    staleTime: 0,
    gcTime: 0,
    // Two answers without new text are equal, and still end the catching up.
    structuralSharing: false,
    meta: { silent: true },
  });
  useEffect(() => {
    if (!data || !screen) return;
    const isComplete = stream.accept(data);
    if (!isComplete) void refetch();
    // Questions in old output, such as where the cursor is, must not be answered again: the answer would be input.
    screen.write('', () => (isCatchingUp.current = !isComplete));
  }, [data, screen, stream, refetch]);
  useTopic(shellOutputTopic(session), (piece) => {
    if (piece.sessionId === session && screen && !stream.accept(piece)) void refetch();
  });
  return isCatchingUp;
}
