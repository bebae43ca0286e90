import { fork, type ChildProcess } from 'node:child_process';
import { lookup } from 'node:dns/promises';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { newId } from '../../../platform/runtime/ids.ts';
import type { Log, MediaOptions } from '../../gateway-options.ts';
import type { RecordFrom } from './recorder.ts';
import {
  relayMessage,
  type RelayClocks,
  type RelayFault,
  type RelayMessage,
  type RelayRequest,
  type RelaySettings,
} from './relay-messages.ts';

/** The relay did not accept a peer. AWAY: it has just ended, and is not started again yet. */
export class RelayRefusal extends Error {
  readonly fault: RelayFault | 'AWAY';
  constructor(fault: RelayFault | 'AWAY', detail = '') {
    super(`${fault} ${detail}`.trim());
    this.fault = fault;
  }
}

export type RelayEvent = Exclude<RelayMessage, { request: string }> | { type: 'ENDED' };
type WithAnswer = Extract<RelayRequest, { request: string }>;
type Unsent<T> = T extends unknown ? Omit<T, 'request'> : never;

const answerMs = 10_000;
/** The wait before the next start, doubled after each one that did not last. */
const [minWaitMs, maxWaitMs, lastingMs] = [500, 30_000, 60_000];

/** The addresses to listen on: of this machine's networks, or its own if it has none. */
function listenOn(host: string): string[] {
  if (host !== '0.0.0.0' && host !== '::') return [host === 'localhost' ? '127.0.0.1' : host];
  const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  const outside = addresses.filter(({ family, internal }) => family === 'IPv4' && !internal);
  return outside.length > 0 ? outside.map(({ address }) => address) : ['127.0.0.1'];
}

async function settingsOf({ host, publicHost, ports }: MediaOptions): Promise<RelaySettings> {
  const listen = listenOn(host);
  if (!publicHost) return { listen, ports };
  const { address } = await lookup(publicHost, 4);
  return { listen: listen.slice(0, 1), announced: address, ports };
}

/**
 * The relay of WebRTC streams, in a process of its own that starts with the first stream. All its sessions end with it; the next
 * request starts another, after a wait that grows while relays end early.
 */
export function createMediaRelay(media: MediaOptions, log: Log, onEvent: (event: RelayEvent) => void) {
  const waiting = new Map<string, { done: (sdp: string) => void; fail: (error: RelayRefusal) => void }>();
  let child: Promise<ChildProcess> | undefined;
  let waitMs = 0;
  let mayStartMs = 0;
  let isStopped = false;

  const settle = (request: string) => {
    const open = waiting.get(request);
    waiting.delete(request);
    return open;
  };
  const receive = (raw: unknown) => {
    const { data: message, error } = relayMessage.safeParse(raw);
    if (!message) return log.error({ error }, 'the media relay sent a message that is none');
    if (message.type === 'ANSWER') return settle(message.request)?.done(message.sdp);
    if (message.type !== 'FAULT') return onEvent(message);
    settle(message.request)?.fail(new RelayRefusal(message.fault, message.detail));
  };
  const ended = (startedMs: number) => {
    child = undefined;
    const nowMs = performance.now();
    const lasted = nowMs - startedMs > lastingMs;
    waitMs = lasted || waitMs === 0 ? minWaitMs : Math.min(waitMs * 2, maxWaitMs);
    mayStartMs = nowMs + waitMs;
    for (const request of [...waiting.keys()]) settle(request)?.fail(new RelayRefusal('AWAY'));
    if (isStopped) return;
    log.warn({ waitMs }, 'the media relay ended');
    onEvent({ type: 'ENDED' });
  };
  const start = async (): Promise<ChildProcess> => {
    const startedMs = performance.now();
    try {
      const argument = JSON.stringify(await settingsOf(media));
      const program = join(import.meta.dirname, 'relay-process.ts');
      const started = fork(program, [argument], {
        execArgv: [],
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      started.on('message', receive);
      started.on('error', (error) => log.error({ error }, 'the media relay failed'));
      started.on('exit', () => ended(startedMs));
      return started;
    } catch (error) {
      log.error({ error }, 'the media relay could not be started');
      ended(startedMs);
      throw new RelayRefusal('AWAY');
    }
  };
  const isAway = () => isStopped || performance.now() < mayStartMs;
  const running = (): Promise<ChildProcess> => {
    if (isAway()) throw new RelayRefusal('AWAY');
    return (child ??= start());
  };
  const ask = async (message: Unsent<WithAnswer>): Promise<string> => {
    const process = await running();
    const request = newId();
    return await new Promise<string>((done, fail) => {
      waiting.set(request, { done, fail });
      setTimeout(() => settle(request)?.fail(new RelayRefusal('FAILED', 'no answer')), answerMs).unref();
      const full: RelayRequest = { ...message, request };
      process.send(full, (error) => error && settle(request)?.fail(new RelayRefusal('AWAY')));
    });
  };
  const tell = (message: RelayRequest) => {
    void child?.then(
      (process) => process.connected && process.send(message),
      () => {},
    );
  };
  return {
    /** The answer to a robot's offer. Throws a RelayRefusal. */
    publish: (sessionId: string, sdp: string, clocks: RelayClocks): Promise<string> =>
      ask({ type: 'PUBLISH', sessionId, sdp, clocks }),
    /** The answer to a viewer's offer. Throws a RelayRefusal. */
    subscribe: (sessionId: string, subscriberId: string, sdp: string): Promise<string> =>
      ask({ type: 'SUBSCRIBE', sessionId, subscriberId, sdp }),
    unsubscribe: (subscriberId: string): void => tell({ type: 'UNSUBSCRIBE', subscriberId }),
    end: (sessionId: string): void => tell({ type: 'END', sessionId }),
    record: (sessionId: string, recordingId: string, from: RecordFrom): void =>
      tell({ type: 'RECORD', sessionId, recordingId, ...from }),
    stopRecording: (recordingId: string): void => tell({ type: 'STOP_RECORDING', recordingId }),
    /** It has just ended, and is not started again yet. */
    isAway,
    /** The process of the relay, for tests that end it. */
    process: (): Promise<ChildProcess> | undefined => child,
    stop: async (): Promise<void> => {
      isStopped = true;
      const process = await child?.catch(() => undefined);
      process?.kill('SIGKILL');
    },
  };
}
export type MediaRelay = ReturnType<typeof createMediaRelay>;
