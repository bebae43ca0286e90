import { whepPath } from '@sweepline/contract';
import { rtpTimestampAt } from '@sweepline/contract/robot';
import { vi } from 'vitest';

interface Whep {
  method: string;
  url: string;
  body: unknown;
}

/**
 * Replaces WebRTC, which jsdom lacks: a server that answers each offer with `status`, and a player whose pictures the test decodes.
 * Other requests go to the `fetch` of before.
 */
export function fakeWebrtc() {
  const requests: Whep[] = [];
  const connections: FakeConnection[] = [];
  const callbacks: VideoFrameRequestCallback[] = [];
  const server = { status: 201 };

  class FakeConnection extends EventTarget {
    connectionState = 'new';
    localDescription = { sdp: 'v=0\r\nm=video 9' };
    constructor() {
      super();
      connections.push(this);
    }
    addTransceiver() {}
    setLocalDescription = () => Promise.resolve();
    setRemoteDescription = () => {
      this.dispatchEvent(Object.assign(new Event('track'), { track: {}, receiver: {} }));
      return Promise.resolve();
    };
    change(state: string) {
      this.connectionState = state;
      this.dispatchEvent(new Event('connectionstatechange'));
    }
    close() {
      this.connectionState = 'closed';
    }
  }
  vi.stubGlobal('RTCPeerConnection', FakeConnection);
  vi.stubGlobal('MediaStream', Array);
  Object.assign(HTMLVideoElement.prototype, {
    requestVideoFrameCallback: (callback: VideoFrameRequestCallback) => callbacks.push(callback),
    cancelVideoFrameCallback: () => {},
    play: () => Promise.resolve(),
  });
  const fetchBefore = globalThis.fetch;
  const fetchOfThis: typeof fetch = async (url, init = {}) => {
    const address = String(url);
    if (!address.startsWith(whepPath)) return await fetchBefore(url, init);
    requests.push({ method: init.method ?? '', url: address, body: init.body });
    const { status } = server;
    return new Response(status === 201 ? 'v=0' : null, {
      status,
      headers: { location: `${whepPath}/resource` },
    });
  };
  globalThis.fetch = fetchOfThis;
  return {
    server,
    requests,
    connections,
    /** The player decodes a picture that was taken at this moment of the server. */
    decode: (capturedMs: number) => {
      const metadata = { rtpTimestamp: rtpTimestampAt(capturedMs) } as VideoFrameCallbackMetadata;
      for (const callback of callbacks.splice(0)) callback(0, metadata);
    },
    remove: () => {
      vi.unstubAllGlobals();
      // A server of the test that came later is left alone.
      if (globalThis.fetch === fetchOfThis) globalThis.fetch = fetchBefore;
      // Files of one worker share the document: what stays would hide what the next file puts there.
      for (const name of ['requestVideoFrameCallback', 'play'])
        Reflect.deleteProperty(HTMLVideoElement.prototype, name);
    },
  };
}
