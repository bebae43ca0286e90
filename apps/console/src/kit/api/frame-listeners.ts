import { frameIdBytes, videoFramesTopic } from '@sweepline/contract';

export type FrameListener = (frame: Uint8Array) => void;

const idOf = (bytes: Uint8Array) =>
  [...bytes]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

/** The listeners of binary messages: frames of cameras, each behind the id of its session. */
export function createFrameListeners(say: (request: object) => void) {
  const bySession = new Map<string, Set<FrameListener>>();
  const subscribe = (sessionId: string) => say({ subscribe: videoFramesTopic(sessionId) });
  return {
    /** Receives the frames of a session until the returned function is called. */
    listen(sessionId: string, listener: FrameListener): () => void {
      const listeners = bySession.get(sessionId) ?? new Set();
      bySession.set(sessionId, listeners.add(listener));
      if (listeners.size === 1) subscribe(sessionId);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0 || !bySession.delete(sessionId)) return;
        say({ unsubscribe: videoFramesTopic(sessionId) });
      };
    },
    /** After a new connection. */
    subscribeAgain: (): void => [...bySession.keys()].forEach(subscribe),
    received: (data: ArrayBuffer): void => {
      const bytes = new Uint8Array(data);
      const listeners = bySession.get(idOf(bytes.subarray(0, frameIdBytes)));
      listeners?.forEach((listener) => listener(bytes.subarray(frameIdBytes)));
    },
  };
}
