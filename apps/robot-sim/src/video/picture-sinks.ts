import { encodeFrame, streamPace, type VideoOpenParams } from '@sweepline/contract/robot';
import { encodeJpeg } from './camera-picture.ts';
import type { Picture } from './picture.ts';
import type { OpenStream, StreamEvents } from './streams.ts';
import { canEncodeVp8, Vp8Encoder } from './vp8-encoder.ts';
import { openWebrtc, type WebrtcLink, type WhipCalls } from './webrtc-link.ts';

/** Where the pictures of one stream go. */
export interface PictureSink {
  /** The line or the encoder is behind: the next picture is left out. */
  isBehind: () => boolean;
  send: (picture: Picture, taken: { sequence: number; capturedMs: number }) => Promise<void> | void;
  close: () => void;
}

export interface SinkEvents extends StreamEvents {
  /** The server has agreed. The connection may still not come up. */
  accepted: () => void;
  /** The server wants so many pictures a second for now. */
  paced: (fps: number) => void;
}

export type OpenSink = (params: VideoOpenParams, events: SinkEvents) => PictureSink;

/** More unsent bytes than this: the next picture is left out. */
const maxUnsentBytes = 64 * 1024;
const maxWaiting = 2;

function paceIn(text: string): number | undefined {
  try {
    return streamPace.safeParse(JSON.parse(text)).data?.fps;
  } catch {
    return undefined;
  }
}

/** JPEG over a WebSocket. */
export const jpegSink =
  (open: OpenStream): OpenSink =>
  ({ sessionId, token, quality, fps }, { accepted, opened, closed, paced }) => {
    const socket = open(sessionId, token, {
      opened: () => {
        accepted();
        opened();
      },
      closed,
      receivedText: (text) => paced(Math.min(paceIn(text) ?? fps, fps)),
    });
    return {
      isBehind: () => socket.unsent() > maxUnsentBytes,
      send: async (picture, taken) => {
        const { width, height } = picture;
        socket.send(encodeFrame({ ...taken, width, height }, await encodeJpeg(picture, quality)));
      },
      close: socket.close,
    };
  };

/** VP8 over WebRTC; undefined on a machine without an encoder. */
export const webrtcSink = (whip: WhipCalls): OpenSink | undefined =>
  canEncodeVp8() ? (params, events) => openVp8(whip, params, events) : undefined;

function openVp8(whip: WhipCalls, { sessionId, token, fps }: VideoOpenParams, events: SinkEvents) {
  let link: WebrtcLink | undefined;
  let isClosed = false;
  const encoder = new Vp8Encoder(fps, (vp8, capturedMs) => link?.send(vp8, capturedMs));
  const closed = () => {
    encoder.close();
    events.closed();
  };
  const keyFrame = () => encoder.requestKeyFrame();
  openWebrtc((offer) => whip.exchange(sessionId, token, offer), {
    opened: events.opened,
    closed,
    keyFrame,
  }).then(
    (opened) => {
      link = opened;
      if (isClosed) opened.close();
      else events.accepted();
    },
    // `closed` was called.
    () => {},
  );
  return {
    isBehind: () => encoder.waiting > maxWaiting,
    send: (picture: Picture, { capturedMs }: { capturedMs: number }) => encoder.encode(picture, capturedMs),
    close: () => {
      isClosed = true;
      // The server has forgotten a session that it closed itself.
      if (link) whip.end(sessionId).catch(() => {});
      link?.close();
    },
  };
}
