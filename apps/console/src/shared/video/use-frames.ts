import { frameHeaderBytes, readFrameHeader } from '@sweepline/contract/robot';
import { useContext, useEffect, useRef, useState } from 'react';
import { SocketContext } from '../../kit/api/use-live.ts';

export interface CameraPicture {
  url: string;
  capturedMs: number;
}

/** The newest picture of a stream; null before the first. While it is not listened to, the last one stays. */
export function useFrames(sessionId: string, isOn: boolean): CameraPicture | null {
  const socket = useContext(SocketContext);
  const [picture, setPicture] = useState<CameraPicture | null>(null);
  const url = useRef('');
  useEffect(() => {
    setPicture(null);
    return () => URL.revokeObjectURL(url.current);
  }, [sessionId]);
  useEffect(() => {
    if (!isOn) return;
    return socket?.listenFrames(sessionId, (frame) => {
      const header = readFrameHeader(frame);
      if (!header) return;
      // The browser keeps the bytes of a picture until its address is revoked.
      URL.revokeObjectURL(url.current);
      const jpeg = new Uint8Array(frame.subarray(frameHeaderBytes));
      url.current = URL.createObjectURL(new Blob([jpeg], { type: 'image/jpeg' }));
      setPicture({ url: url.current, capturedMs: header.capturedMs });
    });
  }, [socket, sessionId, isOn]);
  return picture;
}
