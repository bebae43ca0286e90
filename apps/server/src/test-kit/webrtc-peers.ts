import { MediaStreamTrack, RTCPeerConnection, useVP8, Vp8Packetizer, type RtpPacket } from 'werift';
import { rtpTimestampAt } from '@sweepline/contract/robot';

const aPeer = (overTcp: boolean) =>
  new RTCPeerConnection({
    iceServers: [],
    iceUseIpv4: false,
    iceUseIpv6: false,
    iceAdditionalHostAddresses: ['127.0.0.1'],
    codecs: { video: [useVP8()], audio: [] },
    ...(overTcp && {
      iceUseTcp: true,
      iceTcpPassive: false,
      iceFilterCandidatePair: ({ localCandidate }) => localCandidate.transport === 'tcp',
    }),
  });

type Exchange = (offer: string) => Promise<string>;

const connect = async (peer: RTCPeerConnection, exchange: Exchange) => {
  try {
    await peer.setLocalDescription(await peer.createOffer());
    const sdp = await exchange(peer.localDescription?.sdp ?? '');
    await peer.setRemoteDescription({ type: 'answer', sdp });
  } catch (error) {
    // Its sockets would hold the process.
    await peer.close();
    throw error;
  }
};

/** Begins like a key frame of VP8, or like another one. No decoder is needed to tell them apart. */
const aFrame = (isKey: boolean, bytes: number) => {
  const frame = Buffer.alloc(bytes, 0x5a);
  frame[0] = isKey ? 0x10 : 0x11;
  // The start code, and a size of 640 × 360.
  if (isKey) frame.set([0x9d, 0x01, 0x2a, 0x80, 0x02, 0x68, 0x01], 3);
  return frame;
};

/** A robot that publishes VP8 packets without an encoder. */
export async function aPublisher(exchange: Exchange) {
  const peer = aPeer(false);
  const track = new MediaStreamTrack({ kind: 'video' });
  const { sender } = peer.addTransceiver(track, { direction: 'sendonly' });
  const packetizer = new Vp8Packetizer();
  let keyFrameRequests = 0;
  sender.onPictureLossIndication.subscribe(() => void keyFrameRequests++);
  await connect(peer, exchange);
  return {
    peer,
    isConnected: () => peer.connectionState === 'connected',
    keyFrameRequests: () => keyFrameRequests,
    send: (kind: 'KEY' | 'DELTA', capturedMs = Date.now()) => {
      for (const packet of packetizer.packetize(aFrame(kind === 'KEY', 2_500), rtpTimestampAt(capturedMs)))
        track.writeRtp(packet);
    },
    close: () => peer.close(),
  };
}

/** A page that watches, with the packets that it received. */
export async function aViewer(exchange: Exchange, { overTcp = false } = {}) {
  const peer = aPeer(overTcp);
  const packets: RtpPacket[] = [];
  peer.addTransceiver('video', { direction: 'recvonly' });
  peer.onTrack.subscribe((track) => track.onReceiveRtp.subscribe((packet) => void packets.push(packet)));
  await connect(peer, exchange);
  return { peer, packets, close: () => peer.close() };
}

/** An offer of a viewer that connects nowhere. */
export async function anOffer(kind: 'video' | 'audio' = 'video'): Promise<string> {
  const peer = new RTCPeerConnection({ iceServers: [], iceUseIpv4: false, iceUseIpv6: false });
  peer.addTransceiver(kind, { direction: 'recvonly' });
  const { sdp } = await peer.createOffer();
  await peer.close();
  return sdp;
}
