import {
  diagnosisCalls,
  errorCodes,
  liveLogRules,
  liveLogTopic,
  type LiveLogPiece,
} from '@sweepline/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { CallError, send } from '../../../../kit/api/api.ts';
import { useTopic } from '../../../../kit/api/use-live.ts';
import { emptyBuffer, withPiece, type LogBuffer } from './log-buffer.ts';

const quiet = { quiet: true };
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

export interface LiveLogState {
  state: LiveLogPiece['state'];
  /** Why the server refused to open it; empty otherwise. */
  refusal: string;
}

/** Reads the log of a robot while the component is mounted. `again` opens it after an end. */
export function useLiveLog(deviceId: string) {
  const [buffer, setBuffer] = useState<LogBuffer>(emptyBuffer);
  const [state, setState] = useState<LiveLogState>({ state: 'STARTING', refusal: '' });
  const [round, setRound] = useState(0);
  useTopic(liveLogTopic(deviceId), (piece) => {
    setState({ state: piece.state, refusal: '' });
    if (piece.lines.length > 0 || piece.skipped > 0)
      setBuffer((present) => withPiece(present, piece.lines, piece.skipped));
  });
  // A close that the server reads after the next open would end that one.
  const before = useRef<Promise<unknown>>(Promise.resolve());
  useEffect(() => {
    const input = { deviceId };
    let isOpen = true;
    setState({ state: 'STARTING', refusal: '' });
    const opening = before.current
      .then(() => send(diagnosisCalls.openLog, input, quiet))
      .catch((error: unknown) => {
        if (isOpen) setState({ state: 'FAILED', refusal: messageOf(error) });
      });
    const keepOn = setInterval(() => {
      send(diagnosisCalls.keepLog, input, quiet).catch((error: unknown) => {
        // Another failure, such as one of the network, may pass.
        if (isOpen && error instanceof CallError && error.code === errorCodes.notFound)
          setState({ state: 'ENDED', refusal: '' });
      });
    }, liveLogRules.keepOnMs);
    return () => {
      isOpen = false;
      clearInterval(keepOn);
      before.current = opening.then(() => send(diagnosisCalls.closeLog, input, quiet)).catch(() => {});
    };
  }, [deviceId, round]);
  const again = useCallback(() => setRound((count) => count + 1), []);
  const clear = useCallback(() => setBuffer(({ count }) => ({ entries: [], count })), []);
  return { buffer, ...state, again, clear };
}
