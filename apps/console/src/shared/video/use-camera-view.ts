import { errorCodes, videoCalls, videoRules, type OpenedView, type VideoSize } from '@sweepline/contract';
import type { Camera, StreamTransport } from '@sweepline/contract/robot';
import { useCallback, useEffect, useRef, useState } from 'react';
import { CallError, send } from '../../kit/api/api.ts';

interface ViewState {
  view: OpenedView | null;
  fault: string;
  /** The server has ended the view. */
  isEnded: boolean;
}

const none: ViewState = { view: null, fault: '', isEnded: false };
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Watches a camera while the component is mounted. `again` opens a view after the last one ended. */
export function useCameraView(deviceId: string, camera: Camera, reason: string, size: VideoSize) {
  const [state, setState] = useState<ViewState>(none);
  const [round, setRound] = useState(0);
  const opened = useRef<OpenedView | null>(null);
  const [transport, setPlaying] = useState<StreamTransport>('WS_JPEG');
  const confirm = useRef<() => void>(() => {});
  const current = useRef(transport);
  useEffect(() => {
    let isLeft = false;
    const close = (view: OpenedView) => {
      send(videoCalls.close, { viewId: view.viewId }, { quiet: true }).catch(() => {});
    };
    setState(none);
    send(videoCalls.open, { deviceId, camera, reason, size }, { quiet: true }).then(
      (view) => {
        if (isLeft) return close(view);
        opened.current = view;
        setState({ ...none, view });
      },
      (error: unknown) => {
        if (!isLeft) setState({ ...none, fault: messageOf(error) });
      },
    );
    confirm.current = () => {
      const view = opened.current;
      if (!view) return;
      const input = { viewId: view.viewId, transport: current.current };
      send(videoCalls.keepOn, input, { quiet: true }).catch((error: unknown) => {
        // Another failure, such as one of the network, may pass.
        if (isLeft || !(error instanceof CallError) || error.code !== errorCodes.notFound) return;
        opened.current = null;
        setState({ ...none, view, isEnded: true });
      });
    };
    const keepOn = setInterval(() => confirm.current(), videoRules.keepOnMs);
    return () => {
      isLeft = true;
      clearInterval(keepOn);
      if (opened.current) close(opened.current);
      opened.current = null;
    };
  }, [deviceId, camera, reason, size, round]);
  const again = useCallback(() => setRound((count) => count + 1), []);
  /** The server hears at once what the page shows: the robot sends JPEG only as fast as a page needs it. */
  const setTransport = useCallback((next: StreamTransport) => {
    if (current.current === next) return;
    current.current = next;
    setPlaying(next);
    confirm.current();
  }, []);
  return { ...state, again, transport, setTransport };
}
