import { whepPath, type OpenedView } from '@sweepline/contract';
import { session } from '../../kit/api/session.ts';

/** Whether this browser can play WebRTC and says when each picture was taken. */
export const canPlayWebrtc = (): boolean =>
  typeof RTCPeerConnection === 'function' && 'requestVideoFrameCallback' in HTMLVideoElement.prototype;

interface WhepEvents {
  onStream: (stream: MediaStream) => void;
  /** It did not start, or is interrupted. */
  onBroken: () => void;
}

const sdp = { 'content-type': 'application/sdp' };
const authorised = () => ({ authorization: `Bearer ${session.token()}` });

/**
 * Watches a view over WebRTC. The server has one address for all, so the offer needs no candidates of this side. Returns the function
 * that ends it.
 */
export function openWhep(
  { sessionId, viewId, webrtc }: OpenedView,
  { onStream, onBroken }: WhepEvents,
): () => void {
  const connection = new RTCPeerConnection({ iceServers: webrtc?.iceServers ?? [] });
  const abort = new AbortController();
  let resource: string | null = null;
  const end = () => {
    abort.abort();
    connection.close();
    if (resource) void fetch(resource, { method: 'DELETE', headers: authorised() }).catch(() => {});
  };
  connection.addTransceiver('video', { direction: 'recvonly' });
  connection.addEventListener('track', ({ track, receiver }) => {
    // A picture that waits for smoothness is an old one.
    receiver.jitterBufferTarget = 0;
    onStream(new MediaStream([track]));
  });
  connection.addEventListener('connectionstatechange', () => {
    const { connectionState: state } = connection;
    if (state === 'failed' || state === 'disconnected') onBroken();
  });
  const exchange = async () => {
    await connection.setLocalDescription();
    const answer = await fetch(`${whepPath}/${sessionId}?viewId=${viewId}`, {
      method: 'POST',
      headers: { ...authorised(), ...sdp },
      body: connection.localDescription?.sdp ?? '',
      signal: abort.signal,
    });
    if (answer.status !== 201) throw new Error(`WHEP: ${answer.status}`);
    resource = answer.headers.get('location');
    await connection.setRemoteDescription({ type: 'answer', sdp: await answer.text() });
  };
  exchange().catch(() => {
    if (!abort.signal.aborted) onBroken();
  });
  return end;
}
