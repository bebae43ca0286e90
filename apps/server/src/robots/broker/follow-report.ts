import { Gauge, type Registry as Metrics } from '@prometheus-io/client';
import type { UndeliveredRobots } from '../../platform/cluster/server-signs.ts';
import type { Log } from '../gateway-options.ts';
import type { Link } from '../protocol/link.ts';
import type { Session } from '../sessions/session.ts';

interface FollowDeps {
  /** The link to the broker, as soon as it is open. */
  link: () => Pick<Link, 'gaps' | 'keepsDots'> | undefined;
  sessions: ReadonlyMap<string, Pick<Session, 'device'>>;
  log: Log;
  deadLetters: { metrics: Metrics };
}

const maxNamed = 50;
/** Thousands of subscriptions may be refused at once. */
const logAfterMs = 500;

/** Names the robots that a broker keeps from this server, in the log, the metrics and the signs of the server. */
export function createFollowReport({ link, sessions, log, deadLetters }: FollowDeps) {
  const readGaps = () => link()?.gaps?.();
  /** The broker of this process keeps them. */
  const keepsDots = (): boolean | undefined => {
    const opened = link();
    return opened?.keepsDots ? opened.keepsDots() : opened && true;
  };
  const read = (): UndeliveredRobots | undefined => {
    const gaps = readGaps();
    const isSplit = keepsDots() === false;
    if (!gaps || (gaps.serialNumbers.length === 0 && gaps.topics.length === 0 && !isSplit)) return undefined;
    const refused = new Set(gaps.serialNumbers);
    const serialNumbers: string[] = [];
    for (const { device } of sessions.values()) {
      const hasDot = isSplit && (device.sn.includes('.') || device.manufacturer.includes('.'));
      if (gaps.topics.length > 0 || hasDot || refused.has(device.sn)) serialNumbers.push(device.sn);
    }
    if (serialNumbers.length === 0 && gaps.topics.length === 0) return undefined;
    serialNumbers.sort();
    return {
      count: serialNumbers.length,
      serialNumbers: serialNumbers.slice(0, maxNamed),
      topics: gaps.topics.toSorted(),
    };
  };
  addGauges(deadLetters.metrics, read);

  let logged = '';
  let timer: NodeJS.Timeout | undefined;
  const tell = () => {
    timer = undefined;
    const missing = read();
    const missesStrangers = readGaps()?.missesStrangers ?? false;
    const text = missing || missesStrangers ? JSON.stringify({ missing, missesStrangers }) : '';
    if (text === logged) return;
    logged = text;
    if (missing) log.warn({ ...missing }, 'the broker does not deliver messages of robots to this server');
    else if (!missesStrangers) log.info({}, 'the broker delivers the messages of all robots again');
    if (missesStrangers)
      log.warn({}, 'the broker refuses the messages of robots that are not registered yet to this server');
  };

  return {
    read,
    /** Whether the broker keeps dots in names of robots; undefined while that is unknown. */
    keepsDots,
    /** What the link says. */
    events: {
      gapsChanged: (): void => {
        timer ??= setTimeout(tell, logAfterMs);
        timer.unref();
      },
      probeRefused: (): void =>
        log.warn(
          {},
          'the broker ends connections of the server at its own messages, so its rules are not proven',
        ),
    },
    stop: (): void => clearTimeout(timer),
  };
}

function addGauges(metrics: Metrics, read: () => UndeliveredRobots | undefined): void {
  const count = new Gauge({
    name: 'robots_not_followed',
    help: 'Robots whose messages the broker does not deliver to this server',
    registers: [],
    collect() {
      this.set(read()?.count ?? 0);
    },
  });
  const robots = new Gauge({
    name: 'robot_not_followed',
    help: 'One of these robots; the first fifty are named',
    labelNames: ['serial_number'],
    registers: [],
    collect() {
      this.reset();
      for (const serialNumber of read()?.serialNumbers ?? []) this.set({ serial_number: serialNumber }, 1);
    },
  });
  const topics = new Gauge({
    name: 'topic_not_delivered',
    help: 'A topic that the broker delivers of no robot',
    labelNames: ['topic'],
    registers: [],
    collect() {
      this.reset();
      for (const topic of read()?.topics ?? []) this.set({ topic }, 1);
    },
  });
  for (const gauge of [count, robots, topics]) metrics.registerMetric(gauge);
}
