import { RTCPeerConnection, useVP8 } from 'werift';
import type { RelaySettings } from './relay-messages.ts';
import { withAnnounced, withoutCandidates } from './sdp-offer.ts';

/** A peer that does not connect, and one that is silent, are gone after these times. */
const connectMs = 10_000;
const silentMs = 6_000;
const watchEveryMs = 1_000;

export interface RelayPeer {
  connection: RTCPeerConnection;
  /** Resolves to the answer to the offer of the peer. */
  accept(sdp: string): Promise<string>;
  /** The peer has sent something. */
  noteSign(): void;
  close(): void;
}

// werift looks for a free port and then binds it: two searches at once would find the same one.
let gathering: Promise<unknown> = Promise.resolve();

/**
 * A connection that answers at the addresses of the settings only (ICE lite). The consent checks of ICE, which the other side sends
 * every few seconds, are its signs of life.
 */
export function createRelayPeer({ listen, announced, ports }: RelaySettings, onGone: () => void): RelayPeer {
  const createdMs = performance.now();
  let signMs = createdMs;
  let isClosed = false;
  const connection = new RTCPeerConnection({
    iceLite: true,
    iceServers: [],
    // Only the listed addresses, not those that the library would find.
    iceUseIpv4: false,
    iceUseIpv6: false,
    iceAdditionalHostAddresses: listen,
    iceUseTcp: true,
    icePortRange: ports,
    iceFilterStunResponse: () => {
      signMs = performance.now();
      return true;
    },
    codecs: { video: [useVP8()], audio: [] },
    headerExtensions: { video: [], audio: [] },
  });
  const close = () => {
    if (isClosed) return;
    isClosed = true;
    clearInterval(watch);
    connection.close().catch(() => {});
  };
  const gone = () => {
    if (isClosed) return;
    close();
    onGone();
  };
  const watch = setInterval(() => {
    const nowMs = performance.now();
    const isSilent = nowMs - signMs > silentMs;
    const isLate = connection.connectionState !== 'connected' && nowMs - createdMs > connectMs;
    if (isSilent || isLate) gone();
  }, watchEveryMs);
  connection.connectionStateChange.subscribe((state) => {
    if (state === 'failed' || state === 'closed') gone();
  });
  const answer = async (sdp: string) => {
    await connection.setRemoteDescription({ type: 'offer', sdp: withoutCandidates(sdp) });
    await connection.setLocalDescription(await connection.createAnswer());
    const local = connection.localDescription?.sdp ?? '';
    return announced ? withAnnounced(local, announced) : local;
  };
  return {
    connection,
    accept: async (sdp) => {
      const turn = gathering.then(() => answer(sdp));
      gathering = turn.catch(() => {});
      return await turn;
    },
    noteSign: () => (signMs = performance.now()),
    close,
  };
}
