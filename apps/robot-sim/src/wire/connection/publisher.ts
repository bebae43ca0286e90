import type { UpTopic } from '@sweepline/contract/robot';
import type { Robot } from '../../robot/robot.ts';
import type { RunRecord } from '../../robot/run.ts';
import { Envelopes, type Identity, type Outgoing } from '../messages/envelope.ts';
import { factsheetV2Of, factsheetV3Of } from '../messages/factsheet.ts';
import { slotsOf } from '../../robot/body/sounds.ts';
import type { Installed } from './installed.ts';
import type { Entry, Journal } from './journal.ts';
import { reportedOf, versionsOf } from '../messages/reported.ts';
import { Schedule } from '../commands/schedule.ts';
import type { Sections } from '../settings/sections.ts';
import { stateV2Of, visualizationV2Of } from '../messages/vda2-messages.ts';
import { stateV3Of, visualizationV3Of, type Refusal } from '../messages/vda3-messages.ts';
import { taskOf, telemetryOf } from '../messages/vendor-messages.ts';
import { tellRide } from '../messages/ride-report.ts';
import { PathReport } from '../messages/path-report.ts';

export interface PublisherSetup {
  identity: Identity;
  bootId: string;
  now: () => number;
  speedup: number;
  plain: boolean;
  /** Sends a message to the broker; without a connection it is lost, unless it is in the journal. */
  send: (message: Outgoing) => void;
}

/** The objects that are published. */
export interface Subject {
  robot: Robot;
  sections: Sections;
  installed: Installed;
  streams: { sshHostKey: () => string | undefined; cameras: { isWatched: () => boolean } };
  refusals: () => readonly Refusal[];
}

/** Publishes the robot's messages when they are due. */
export class Publisher {
  readonly #setup: PublisherSetup;
  readonly #journal: Journal;
  readonly #envelopes: Envelopes;
  readonly schedule: Schedule;
  readonly #path = new PathReport();
  readonly #bootedMs: number;
  #connected = false;
  /** As the last telemetry said. */
  #wasLit = false;
  asleep = false;

  constructor(setup: PublisherSetup, journal: Journal) {
    this.#setup = setup;
    this.#bootedMs = setup.now();
    this.#journal = journal;
    this.#envelopes = new Envelopes(setup.identity);
    this.schedule = new Schedule(setup.speedup);
  }

  get address() {
    return this.#envelopes.address;
  }

  get connected() {
    return this.#connected;
  }

  get #isV2() {
    return this.#setup.identity.major === 'v2';
  }

  will() {
    const connectionState = this.#isV2 ? 'CONNECTIONBROKEN' : 'CONNECTION_BROKEN';
    return this.#envelopes.wrap('connection', { connectionState }, this.#setup.now());
  }

  /** Sends the first messages after subscribing (docs/protocol/connecting.md#order-of-connecting). */
  begin(subject: Subject) {
    this.#connected = true;
    this.#path.begin(subject.robot);
    this.publish('connection', { connectionState: this.asleep ? 'HIBERNATING' : 'ONLINE' });
    this.factsheet(subject);
    if (!this.#setup.plain) this.publish('xReported', this.#reported(subject));
    this.#state(subject);
    this.schedule.telemetry.request();
    this.#journal.reconnected();
    this.flush(subject);
  }

  disconnected() {
    this.#connected = false;
  }

  sleep(asleep: boolean) {
    this.asleep = asleep;
    this.publish('connection', { connectionState: asleep ? 'HIBERNATING' : 'ONLINE' });
  }

  goodbye() {
    this.publish('connection', { connectionState: 'OFFLINE' });
  }

  factsheet({ robot, installed }: Pick<Subject, 'robot' | 'installed'>) {
    this.publish(
      'factsheet',
      this.#isV2 ? factsheetV2Of(robot.spec) : factsheetV3Of(robot.spec, versionsOf(robot, installed)),
    );
  }

  /** Publishes all due messages. */
  flush(subject: Subject) {
    this.#path.note(subject.robot, this.#setup.now());
    if (!this.#connected) return;
    const { robot } = subject;
    const moving = robot.drive.v !== 0 || robot.drive.w !== 0;
    const due = this.schedule.due(this.#setup.now(), !robot.activity.idle, moving);
    const isLit = subject.streams.cameras.isWatched();
    const isTelemetryDue = due.telemetry || isLit !== this.#wasLit;
    if (isTelemetryDue && !this.asleep && !this.#setup.plain) this.#telemetry(subject, isLit);
    if (due.state && !this.asleep) this.#state(subject);
    if (due.visualization) this.publish('visualization', this.#visualization(robot));
    if (this.#setup.plain) return;
    tellRide(robot, this);
    if (due.reported) this.publish('xReported', this.#reported(subject));
    if (due.progress && robot.run) this.task(robot, robot.run, true);
    for (const entry of this.#journal.due(this.#setup.now())) this.#durable(entry);
  }

  #durable({ msgId, bootId, seq, occurredAt, topic, body }: Entry) {
    this.publish(topic, { msgId, bootId, seq, occurredAt, ...body });
  }

  #state({ robot, refusals }: Subject) {
    this.schedule.state.sent(this.#setup.now());
    this.publish('state', (this.#isV2 ? stateV2Of : stateV3Of)(robot, robot.operatingMode, refusals()));
  }

  #visualization = (robot: Robot) =>
    this.#isV2 ? visualizationV2Of(robot) : visualizationV3Of(robot, this.#envelopes.lastHeaderId('state'));

  #telemetry({ robot }: Subject, isLit: boolean) {
    this.#wasLit = isLit;
    const telemetry = telemetryOf(robot, robot.vitals(), this.#journal.size);
    const nowMs = this.#setup.now();
    const uptimeS = Math.floor((nowMs - this.#bootedMs) / 1000);
    const way = this.#path.take(robot, nowMs);
    const own = { bootId: this.#setup.bootId, uptimeS, cameraLight: isLit };
    this.publish('xTelemetry', { ...telemetry, ...own, ...(way && { way }) });
  }

  #reported = ({ robot, sections, installed, streams }: Subject) => ({
    bootId: this.#setup.bootId,
    ...(robot.spec.cleaner && { audioSlots: slotsOf(robot), audio: sections.slots }),
    ...reportedOf(robot, installed, sections.reported, this.#journal.dropped, streams.sshHostKey()),
  });

  task(robot: Robot, run: RunRecord, progress: boolean) {
    this.schedule.progress.sent(this.#setup.now());
    this.publishDurable('xTask', taskOf(robot, run), progress);
  }

  /** Publishes through the journal. A plain vehicle has no journal. */
  publishDurable(topic: UpTopic, body: Record<string, unknown>, progress = false): Entry | undefined {
    return this.#setup.plain ? undefined : this.#journal.add(topic, body, this.#setup.now(), progress);
  }

  publish(name: UpTopic, body: object) {
    if (this.#connected) this.#setup.send(this.#envelopes.wrap(name, body, this.#setup.now()));
  }
}
