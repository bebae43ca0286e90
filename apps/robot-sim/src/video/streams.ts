import {
  isCamera,
  maxCameras,
  type Camera,
  type StreamTransport,
  type VideoOpenParams,
} from '@sweepline/contract/robot';
import type { Robot } from '../robot/robot.ts';
import { drawCamera } from './camera-picture.ts';
import type { OpenSink, PictureSink } from './picture-sinks.ts';
import { sceneOf } from './scene.ts';

/** The connection of one stream. */
export interface StreamSocket {
  /** Text is sent as a text message. */
  send: (message: Uint8Array | string) => void;
  /** Bytes that are not sent yet. */
  unsent: () => number;
  close: () => void;
}

export interface StreamEvents {
  opened: () => void;
  /** A binary message of the server. */
  received?: (message: Uint8Array) => void;
  /** Not opened, or ended. */
  closed: () => void;
  /** A text message of the server. */
  receivedText?: (text: string) => void;
}

/** Connects a stream to the server; undefined for a robot without a device API. */
export type OpenStream = (sessionId: string, token: string, events: StreamEvents) => StreamSocket;

interface Stream extends VideoOpenParams {
  camera: Camera;
  sink: PictureSink;
  isOpen: boolean;
  sequence: number;
  nextMs: number;
  untilMs: number;
  isDrawing: boolean;
}

interface StreamsSetup {
  robot: Robot;
  /** The ways to send pictures that this robot has. */
  sinks: Partial<Record<StreamTransport, OpenSink | undefined>>;
  now: () => number;
  /** The time by the robot's estimate of the server's clock. */
  serverNow: () => number;
  log: (text: string) => void;
}

/** The streams of a robot's cameras (docs/protocol/video.md#session). */
export class Streams {
  readonly #setup: StreamsSetup;
  readonly #streams = new Map<string, Stream>();

  constructor(setup: StreamsSetup) {
    this.#setup = setup;
  }

  /** Opens a stream. Returns the code of a refusal; `ended` says whether the server took it. */
  open(params: VideoOpenParams, ended: (isOpen: boolean) => void): string | undefined {
    const { robot, sinks, now, log } = this.#setup;
    const { sessionId, camera, transport, maxSeconds } = params;
    const open = sinks[transport];
    if (robot.settings['videoAllowed'] === false) return 'VIDEO_OFF';
    if (!open || !isCamera(camera) || !robot.spec.cameras.includes(camera)) return 'UNSUPPORTED';
    const alike = [...this.#streams.values()].filter((stream) => stream.transport === transport);
    if (alike.length >= maxCameras) return 'BUSY';
    const stream: Omit<Stream, 'sink'> = {
      ...params,
      camera,
      isOpen: false,
      sequence: 0,
      nextMs: 0,
      untilMs: now() + maxSeconds * 1000,
      isDrawing: false,
    };
    const sink = open(params, {
      // Commands of this lane wait for the end of this one: it must not take as long as a connection that never comes up.
      accepted: () => ended(true),
      opened: () => {
        const opened = this.#streams.get(sessionId);
        if (opened) opened.isOpen = true;
        log(`camera ${camera} is watched`);
      },
      closed: () => {
        if (this.#streams.delete(sessionId)) log(`camera ${camera} is not watched any more`);
        ended(false);
      },
      paced: (fps) => {
        const paced = this.#streams.get(sessionId);
        if (paced) Object.assign(paced, { fps, nextMs: 0 });
      },
    });
    this.#streams.set(sessionId, { ...stream, sink });
    return undefined;
  }

  close(sessionId: string) {
    const stream = this.#streams.get(sessionId);
    this.#streams.delete(sessionId);
    stream?.sink.close();
  }

  closeAll() {
    for (const sessionId of [...this.#streams.keys()]) this.close(sessionId);
  }

  /** Whether a camera sends pictures: a light shows it. */
  isWatched = () => [...this.#streams.values()].some(({ isOpen }) => isOpen);

  /** Sends the pictures that are due. */
  tick() {
    const nowMs = this.#setup.now();
    const isOff = this.#setup.robot.settings['videoAllowed'] === false;
    for (const [sessionId, stream] of this.#streams)
      if (isOff || nowMs > stream.untilMs) this.close(sessionId);
      else if (stream.isOpen && nowMs >= stream.nextMs) this.#take(stream, nowMs);
  }

  #take(stream: Stream, nowMs: number) {
    stream.nextMs = Math.max(stream.nextMs + 1000 / stream.fps, nowMs + 500 / stream.fps);
    const { camera, width, sink } = stream;
    const sequence = stream.sequence++;
    if (stream.isDrawing || sink.isBehind()) return;
    stream.isDrawing = true;
    const capturedMs = Math.round(this.#setup.serverNow());
    const picture = drawCamera(sceneOf(this.#setup.robot, nowMs), camera, width, capturedMs);
    const sent = async () => await sink.send(picture, { sequence, capturedMs });
    sent()
      .catch((error: unknown) => this.#setup.log(`no picture: ${String(error)}`))
      .finally(() => (stream.isDrawing = false));
  }
}
