import { rtpTimestampAt } from '@sweepline/contract/robot';

/** The calls of the device API for streams over WebRTC. */
export interface WhipCalls {
  /** Sends an SDP offer to the server. Resolves to its answer. */
  exchange: (sessionId: string, token: string, offer: string) => Promise<string>;
  /** The robot ends the stream. */
  end: (sessionId: string) => Promise<void>;
}

export interface WebrtcLink {
  send: (vp8: Buffer, capturedMs: number) => void;
  close: () => void;
}

interface LinkEvents {
  opened: () => void;
  /** Not opened, or ended. */
  closed: () => void;
  /** The server asks for a key frame. */
  keyFrame: () => void;
}

/** Publishes VP8 (docs/protocol/video.md#webrtc). The server has an address of its own, so the robot needs no ICE server. */
export async function openWebrtc(
  exchange: (offer: string) => Promise<string>,
  { opened, closed, keyFrame }: LinkEvents,
): Promise<WebrtcLink> {
  // A simulator without watched cameras loads no WebRTC.
  const { MediaStreamTrack, RTCPeerConnection, useVP8, Vp8Packetizer } = await import('werift');
  const connection = new RTCPeerConnection({
    iceServers: [],
    iceAdditionalHostAddresses: ['127.0.0.1'],
    iceUseTcp: true,
    iceTcpPassive: false,
    codecs: { video: [useVP8()], audio: [] },
  });
  const track = new MediaStreamTrack({ kind: 'video' });
  const { sender } = connection.addTransceiver(track, { direction: 'sendonly' });
  const packetizer = new Vp8Packetizer();
  let isClosed = false;
  const close = () => {
    if (isClosed) return;
    isClosed = true;
    connection.close().catch(() => {});
    closed();
  };
  sender.onPictureLossIndication.subscribe(keyFrame);
  connection.connectionStateChange.subscribe((state) => {
    if (state === 'connected') opened();
    else if (state === 'failed' || state === 'closed') close();
  });
  try {
    await connection.setLocalDescription(await connection.createOffer());
    const answer = await exchange(connection.localDescription?.sdp ?? '');
    await connection.setRemoteDescription({ type: 'answer', sdp: answer });
  } catch (error) {
    close();
    throw error;
  }
  return {
    send: (vp8, capturedMs) => {
      if (isClosed) return;
      for (const packet of packetizer.packetize(vp8, rtpTimestampAt(capturedMs))) track.writeRtp(packet);
    },
    close,
  };
}
