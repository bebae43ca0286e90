import { setTimeout as pause } from 'node:timers/promises';
import { idleState, TestRobot, type Registered } from '../../apps/server/src/robots/test-kit/test-robot.ts';
import { factsheet } from '../../apps/server/src/robots/test-kit/test-gateway.ts';

interface Behaviour {
  version: string;
  /** The version of the update. */
  goal: string;
  /** Its new software fails, and it goes back. */
  fails: boolean;
  /** It is away for some seconds while it installs. */
  restarts: boolean;
}

interface Unacknowledged {
  topic: 'xReply' | 'xJob';
  message: Record<string, unknown> & { msgId: string };
}

const stepMs = 300;
const awayMs = 4_000;

/** A robot that carries out updates without bytes. What it has to say is repeated until a server acknowledges it. */
export class UpdatingRobot {
  readonly sn: string;
  installs = 0;
  readonly #device: Registered;
  readonly #behaviour: Behaviour;
  readonly #known = new Set<string>();
  readonly #outbox: Unacknowledged[] = [];
  #version: string;
  #steps: { phase: string; code?: string; final?: boolean }[] = [];
  #jobId = '';

  constructor(device: Registered, behaviour: Behaviour) {
    this.sn = device.sn;
    this.#device = device;
    this.#behaviour = behaviour;
    this.#version = behaviour.version;
  }

  /** The number of different commands to update. */
  get commands(): number {
    return this.#known.size;
  }

  /** Connects again and again until it is over. */
  async live(url: string, isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const robot = await TestRobot.connect(url, this.#device, { connectTimeout: 3_000 }).catch(
        () => undefined,
      );
      // A message to a killed server is never confirmed.
      const cut = robot && new Promise<void>((done) => robot.client.once('close', () => done()));
      if (robot) await Promise.race([this.#stay(robot, isOver).catch(() => {}), cut]);
      robot?.client.end(true);
      await pause(stepMs);
    }
  }

  async #stay(robot: TestRobot, isOver: () => boolean): Promise<void> {
    await robot.say('connection', { connectionState: 'ONLINE' }, 1);
    await robot.say('xTelemetry', { mode: 'STANDBY', modePaused: false }, 1);
    await robot.say('factsheet', factsheet, 1);
    for (let round = 0; robot.client.connected && !isOver(); round++) {
      if (round % 10 === 0) {
        await robot.say('state', idleState, 1);
        await this.#report(robot);
        for (const { topic, message } of this.#outbox) await robot.say(topic, message, 1);
      }
      await this.#listen(robot);
      if (await this.#advance(robot)) return void (await pause(awayMs));
      await pause(stepMs);
    }
  }

  #report = (robot: TestRobot) =>
    robot.say('xReported', { versions: { robot: this.#version }, sections: {} }, 1);

  async #send(
    robot: TestRobot,
    topic: Unacknowledged['topic'],
    body: Record<string, unknown>,
  ): Promise<void> {
    const message = robot.durable(body);
    this.#outbox.push({ topic, message });
    await robot.say(topic, message, 1);
  }

  async #listen(robot: TestRobot): Promise<void> {
    for (const { topic, message } of robot.received.splice(0)) {
      if (topic === 'xAck') {
        const acks = message['acks'] as string[];
        const left = this.#outbox.filter((it) => !acks.includes(it.message.msgId));
        this.#outbox.splice(0, this.#outbox.length, ...left);
      }
      if (topic !== 'xCommand' || message['type'] !== 'job.ota') continue;
      const commandId = String(message['commandId']);
      if (this.#known.has(commandId)) continue;
      this.#known.add(commandId);
      this.#jobId = String((message['params'] as { jobId: string }).jobId);
      const end = this.#behaviour.fails
        ? [{ phase: 'ROLLBACK' }, { phase: 'FAILED', code: 'ROLLED_BACK', final: true }]
        : [{ phase: 'FINISHED', final: true }];
      this.#steps = [...['DOWNLOADING', 'UNPACKED', 'INSTALLING'].map((phase) => ({ phase })), ...end];
      await this.#send(robot, 'xReply', { commandId, status: 'SUCCEEDED', code: '' });
    }
  }

  /** The next phase. Returns whether the robot restarts now. */
  async #advance(robot: TestRobot): Promise<boolean> {
    const step = this.#steps.shift();
    if (!step) return false;
    if (step.phase === 'INSTALLING') this.installs += 1;
    if (step.phase === 'FINISHED') this.#version = this.#behaviour.goal;
    await this.#send(robot, 'xJob', { jobId: this.#jobId, kind: 'OTA', attempt: 1, ...step });
    if (step.phase === 'FINISHED') await this.#report(robot);
    return step.phase === 'INSTALLING' && this.#behaviour.restarts;
  }
}
