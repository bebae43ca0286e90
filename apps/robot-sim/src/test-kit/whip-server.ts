import { createServer, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { RTCPeerConnection, useVP8, type RtpPacket } from 'werift';

const bodyOf = async (request: IncomingMessage) => {
  const chunks: Buffer[] = [];
  // `http` types the chunks of a request as any.
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};

/** The side of the server that takes streams over WebRTC. `isReachable`: its answer names an address that packets reach. */
export async function startWhipServer({ isReachable = true } = {}) {
  const packets: RtpPacket[] = [];
  const requests: { url: string; contentType: string; offer: string }[] = [];
  const ends: string[] = [];
  const peers: RTCPeerConnection[] = [];
  const answer = async (offer: string) => {
    const peer = new RTCPeerConnection({
      iceLite: true,
      iceServers: [],
      iceUseIpv4: false,
      iceUseIpv6: false,
      iceAdditionalHostAddresses: ['127.0.0.1'],
      codecs: { video: [useVP8()], audio: [] },
    });
    peers.push(peer);
    peer.onTrack.subscribe((track) => track.onReceiveRtp.subscribe((packet) => void packets.push(packet)));
    await peer.setRemoteDescription({ type: 'offer', sdp: offer });
    await peer.setLocalDescription(await peer.createAnswer());
    const { sdp } = peer.localDescription ?? { sdp: '' };
    return isReachable ? sdp : sdp.replaceAll(/^(a=candidate:\S+ \d+ \S+ \d+) \S+/gm, '$1 192.0.2.1');
  };
  const server = createServer((request, response) => {
    const served = async () => {
      if (request.method === 'DELETE') {
        ends.push(request.url ?? '');
        return response.writeHead(204).end();
      }
      const offer = await bodyOf(request);
      requests.push({ url: request.url ?? '', contentType: request.headers['content-type'] ?? '', offer });
      return response.writeHead(201, { 'content-type': 'application/sdp' }).end(await answer(offer));
    };
    served().catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    // A server without a path has an address with a port.
    http: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    packets,
    requests,
    /** The paths of streams that the robot ended. */
    ends,
    answer,
    isConnected: () => peers.some(({ connectionState }) => connectionState === 'connected'),
    requestKeyFrame: () => {
      const [transceiver] = peers.at(-1)?.getTransceivers() ?? [];
      const ssrc = packets.at(-1)?.header.ssrc;
      if (ssrc !== undefined) void transceiver?.receiver.sendRtcpPLI(ssrc);
    },
    close: async () => {
      for (const peer of peers) await peer.close();
      server.close();
    },
  };
}
