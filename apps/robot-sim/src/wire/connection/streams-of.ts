import { shellOf } from '../../shell/shell-of.ts';
import type { ShellStream } from '../../shell/shell-stream.ts';
import type { Robot } from '../../robot/robot.ts';
import { jpegSink, webrtcSink } from '../../video/picture-sinks.ts';
import { Streams } from '../../video/streams.ts';
import { LogStream } from '../logs/log-stream.ts';
import type { RobotLog } from '../logs/robot-log.ts';
import type { ComputerSetup } from './computer-setup.ts';
import type { Installed } from './installed.ts';
import type { ServerClock } from './server-clock.ts';

interface StreamParts {
  robot: Robot;
  log: RobotLog;
  installed: Installed;
}

/** What a robot sends to the server while people watch it: pictures, its log, and a shell. */
export class RobotStreams {
  readonly cameras: Streams;
  readonly log: LogStream;
  readonly shell: ShellStream;
  /** Of a robot that opens shells. */
  readonly sshHostKey: () => string | undefined;

  /** Pictures carry the server's time where the robot knows it, and certificates are checked by it. */
  constructor(setup: ComputerSetup, parts: StreamParts, clock: Pick<ServerClock, 'latestMs'>) {
    const { openStream: open, whip, now, log } = setup;
    const serverNow = () => clock.latestMs() ?? now();
    const sinks = {
      WS_JPEG: open && jpegSink(open),
      WEBRTC: whip && webrtcSink(whip),
    };
    this.cameras = new Streams({ robot: parts.robot, sinks, now, serverNow, log });
    this.log = new LogStream({ log: parts.log, open, now });
    const { stream, sshHostKey } = shellOf(setup, parts, serverNow);
    this.shell = stream;
    this.sshHostKey = sshHostKey;
  }

  close(sessionId: string) {
    for (const streams of this.#all()) streams.close(sessionId);
  }

  closeAll() {
    for (const streams of this.#all()) streams.closeAll();
  }

  tick() {
    for (const streams of this.#all()) streams.tick();
  }

  #all = () => [this.cameras, this.log, this.shell];
}
