import { Duplex } from 'node:stream';
import { BytePipe } from '@sweepline/contract/robot';
import { shellDownChannel, shellUpChannel } from '../../features/remote/shells/shell-channel-service.ts';
import type { Bus } from '../../platform/socket/bus.ts';

interface RobotPipeSetup {
  bus: Bus;
  sessionId: string;
  /** The robot sent something that is no message of the pipe. */
  broken(): void;
}

/** The owner's end of the pipe to a robot's sshd. Its messages travel by way of the server that the robot is connected to. */
export function openRobotPipe({ bus, sessionId, broken }: RobotPipeSetup) {
  const down = shellDownChannel(sessionId);
  let connection = '';
  let written: (() => void) | undefined;
  const pipe = new BytePipe({
    send: (message) => bus.publish(down, { connection, bytes: Buffer.from(message).toString('base64') }),
    deliver: (bytes) => stream.push(Buffer.from(bytes)),
    room: () => {
      const done = written;
      written = undefined;
      done?.();
    },
    ended: () => stream.push(null),
  });
  const stream = new Duplex({
    read: () => pipe.ready(),
    write: (bytes: Buffer, _encoding, done) => {
      if (pipe.write(bytes)) done();
      else written = done;
    },
    final: (done) => {
      pipe.end();
      done();
    },
  });
  // The client of SSH reports it.
  stream.on('error', () => {});
  const stop = bus.subscribe(shellUpChannel(sessionId), ({ content }) => {
    if (!stream.destroyed && !pipe.receive(Buffer.from(content.bytes, 'base64'))) broken();
  });
  return {
    stream,
    /** The connection over which the robot is reached now. */
    connection: () => connection,
    attach(id: string): void {
      connection = id;
      pipe.attach();
    },
    detach(): void {
      connection = '';
      pipe.detach();
    },
    tick: (nowMs: number) => pipe.tick(nowMs),
    close(): void {
      stop();
      stream.destroy();
    },
  };
}
export type RobotPipe = ReturnType<typeof openRobotPipe>;
