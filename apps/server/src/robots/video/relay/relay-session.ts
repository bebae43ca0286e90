import type { MediaStreamTrack, RtpPacket, RTCRtpSender } from 'werift';
import { createKeyFrameCache } from './key-frame-cache.ts';
import { createRecorder, type Recorder, type RecordFrom } from './recorder.ts';
import type { Cluster, RelayClocks, RelaySettings } from './relay-messages.ts';
import { createRelayPeer, type RelayPeer } from './relay-peer.ts';
import { timestampCorrection } from './timestamp-correction.ts';
import { isKeyFrameStart } from './vp8-frames.ts';

/** A key frame is requested at most this often. */
const keyFrameEveryMs = 1_000;

interface Subscriber {
  id: string;
  peer: RelayPeer;
  sender: RTCRtpSender;
  /** It got the packets since the key frame, and gets each further one. */
  isStarted: boolean;
}

interface SessionEvents {
  published(): void;
  publisherGone(): void;
  subscriberGone(subscriberId: string): void;
  cluster(cluster: Cluster): void;
}

const isVideoSender = (direction: string) => direction === 'sendonly' || direction === 'sendrecv';

/** One robot's camera: its packets go to each viewer unchanged. */
export function createRelaySession(settings: RelaySettings, clocks: RelayClocks, events: SessionEvents) {
  const subscribers = new Map<string, Subscriber>();
  const recorders = new Map<string, Recorder>();
  const cache = createKeyFrameCache<RtpPacket>();
  const correct = timestampCorrection(clocks.skewMs);
  const publisher = createRelayPeer(settings, () => events.publisherGone());
  let track: MediaStreamTrack | undefined;
  let requestedMs = -Infinity;

  const requestKeyFrame = () => {
    const nowMs = performance.now();
    const [transceiver] = publisher.connection.getTransceivers();
    if (track?.ssrc === undefined || nowMs - requestedMs < keyFrameEveryMs) return;
    requestedMs = nowMs;
    void transceiver?.receiver.sendRtcpPLI(track.ssrc);
  };
  const send = (subscriber: Subscriber, packet: RtpPacket) => {
    subscriber.sender.sendRtp(packet).catch(() => {});
  };
  const start = (subscriber: Subscriber) => {
    if (cache.packets().length === 0) return requestKeyFrame();
    subscriber.isStarted = true;
    for (const packet of cache.packets()) send(subscriber, packet);
  };
  const onPacket = (packet: RtpPacket) => {
    publisher.noteSign();
    packet.header.timestamp = correct(packet.header.timestamp, Date.now() + clocks.aheadMs);
    const wasEmpty = cache.packets().length === 0;
    cache.add(packet, isKeyFrameStart(packet));
    if (wasEmpty && cache.packets().length > 0) events.published();
    for (const recorder of recorders.values()) recorder.add(packet);
    for (const subscriber of subscribers.values())
      if (subscriber.isStarted) send(subscriber, packet);
      else if (subscriber.peer.connection.connectionState === 'connected') start(subscriber);
  };
  const stopRecording = (recordingId: string) => {
    recorders.get(recordingId)?.end();
    recorders.delete(recordingId);
  };

  return {
    publish: async (sdp: string): Promise<string> => {
      publisher.connection.onTrack.subscribe((received) => {
        track = received;
        received.onReceiveRtp.subscribe(onPacket);
      });
      return await publisher.accept(sdp);
    },
    requestKeyFrame,
    subscribe: async (id: string, sdp: string): Promise<string> => {
      const peer = createRelayPeer(settings, () => {
        subscribers.delete(id);
        events.subscriberGone(id);
      });
      const { connection } = peer;
      const { sender } = connection.addTransceiver('video', { direction: 'sendonly' });
      const subscriber: Subscriber = { id, peer, sender, isStarted: false };
      subscribers.set(id, subscriber);
      sender.onRtcp.subscribe(peer.noteSign);
      // A viewer that cannot decode, for all: the decoder of one cannot be served alone.
      sender.onPictureLossIndication.subscribe(requestKeyFrame);
      connection.connectionStateChange.subscribe((state) => {
        if (state === 'connected' && !subscriber.isStarted) start(subscriber);
      });
      try {
        const answer = await peer.accept(sdp);
        const isVideo = connection.getTransceivers().some((it) => isVideoSender(it.currentDirection ?? ''));
        if (!isVideo) throw new Error('the offer receives no VP8');
        return answer;
      } catch (error) {
        peer.close();
        subscribers.delete(id);
        throw error;
      }
    },
    unsubscribe: (id: string): void => {
      subscribers.get(id)?.peer.close();
      subscribers.delete(id);
    },
    record: (recordingId: string, from: RecordFrom): void => {
      recorders.get(recordingId)?.end();
      const cluster = (it: Omit<Cluster, 'type' | 'recordingId'>) =>
        events.cluster({ type: 'CLUSTER', recordingId, ...it });
      recorders.set(recordingId, createRecorder(from, { cluster, requestKeyFrame }));
    },
    stopRecording,
    end: (): void => {
      [...recorders.keys()].forEach(stopRecording);
      publisher.close();
      for (const { peer } of subscribers.values()) peer.close();
      subscribers.clear();
    },
  };
}
export type RelaySession = ReturnType<typeof createRelaySession>;
