import type { Point } from '@sweepline/map-core';
import type { OrderV3, XResponse } from '@sweepline/contract/robot';
import type { ActiveAlarm } from '../../robot/body/alarms.ts';
import { newBootId } from '../../robot/ids.ts';
import { giveUp, resumeOrder, stopAtScreen } from '../../robot/drive/order-work.ts';
import type { CoveragePicture } from '../../robot/picture.ts';
import { Robot } from '../../robot/robot.ts';
import type { RunRecord } from '../../robot/run.ts';
import type { RobotEvents } from '../../robot/setup.ts';
import { replySenderOf, missedStartReporter, serverClockOf } from './answers.ts';
import { commandContextOf } from '../commands/command-context.ts';
import { commandEffects } from '../commands/command-effects.ts';
import { Commands } from '../commands/commands.ts';
import type { ComputerSetup } from './computer-setup.ts';
import { readMessage } from './inbox.ts';
import { hibernate } from './hibernation.ts';
import { Installed } from './installed.ts';
import { Journal } from './journal.ts';
import { UnbindFlow } from '../commands/unbind-flow.ts';
import { Timers } from './timers.ts';
import { drawWall, MapEdits } from '../maps/map-edits.ts';
import { jobsOf, type RobotJobs } from '../jobs/jobs-of.ts';
import { EventLog } from '../logs/event-log.ts';
import { RobotLog } from '../logs/robot-log.ts';
import { RobotStreams } from './streams-of.ts';
import { MapStorage } from '../maps/map-storage.ts';
import { OrderIntake } from '../commands/order-intake.ts';
import { MinInterval } from './min-interval.ts';
import { readMemory, MemoryStore } from './memory-store.ts';
import { Reports } from '../messages/reports.ts';
import { Sections } from '../settings/sections.ts';
import { SelfStarts } from '../commands/self-starts.ts';
import { Publisher, type Subject } from './publisher.ts';
import { alarmOf } from '../messages/vendor-messages.ts';

/** What of a computer is published. */
const subjectOf = (computer: Computer): Subject => ({
  robot: computer.robot,
  sections: computer.sections,
  installed: computer.installed,
  streams: computer.streams,
  refusals: () => computer.intake.refusals,
});

/** 5 Hz. */
const driveAckMs = 200;

/** A robot's computer: publishes the robot's messages and executes orders and commands. */
export class Computer implements RobotEvents {
  readonly robot: Robot;
  readonly journal: Journal;
  readonly commands: Commands;
  readonly sections: Sections;
  readonly installed: Installed;
  readonly reports: Reports;
  readonly intake: OrderIntake;
  readonly mapStorage: MapStorage;
  readonly mapEdits: MapEdits;
  readonly #events: EventLog;
  readonly #setup: ComputerSetup;
  readonly #publisher: Publisher;
  readonly #subject: Subject;
  readonly #unbindFlow: UnbindFlow;
  readonly #starts: SelfStarts;
  readonly memoryStore: MemoryStore;
  readonly jobs: RobotJobs;
  readonly log: RobotLog;
  readonly streams: RobotStreams;
  readonly #timers = new Timers();
  readonly #driveAcks = new MinInterval(driveAckMs - 20);

  constructor(setup: ComputerSetup) {
    this.#setup = setup;
    const { disk, robot, now, log } = setup;
    this.log = new RobotLog({ ...robot, disk, now });
    this.#events = new EventLog(this.log, log);
    const bootId = newBootId();
    this.journal = new Journal(disk, bootId);
    const publisher = new Publisher({ ...setup, bootId }, this.journal);
    this.#publisher = publisher;
    this.mapStorage = new MapStorage(disk, robot, setup.fetchMap);
    this.robot = new Robot({ ...robot, ...this.mapStorage.present(), now, memory: readMemory(disk) }, this);
    this.memoryStore = new MemoryStore(disk, this.robot, now);
    this.mapStorage.attach(this.robot);
    const publish = publisher.publishDurable.bind(publisher);
    this.mapEdits = new MapEdits({ disk, upload: setup.uploadMap, mapStorage: this.mapStorage, publish });
    this.robot.giveUp = (code) => giveUp(this.robot, code);
    this.sections = new Sections({
      ...setup,
      robot: this.robot,
      changed: () => {
        this.save();
        publisher.schedule.reported.request();
      },
      ask: (body) => publisher.publish('xRequest', body),
      plans: (name, document, nowMs) => this.#starts.applySection(name, document, nowMs),
      jobs: () => this.jobs,
    });
    this.installed = new Installed(disk);
    this.jobs = jobsOf(setup, this, publisher);
    this.reports = new Reports(disk, setup.upload, (body) => void publisher.publishDurable('xReport', body));
    this.intake = new OrderIntake(this.robot, setup.plain, this.#instantActionContext(), log);
    this.#starts = new SelfStarts(disk, this.robot, this.intake, missedStartReporter(publisher));
    this.intake.starts = this.#starts;
    this.#unbindFlow = new UnbindFlow(this, setup.unbound);
    const clock = serverClockOf(publisher, setup.monotonicMs);
    this.streams = new RobotStreams(setup, this, clock);
    const context = commandContextOf(this, setup, publisher, this.#timers);
    const effects = commandEffects({ ...context, unbind: () => this.#unbindFlow.begin() });
    this.commands = new Commands(disk, replySenderOf(publisher), effects, now, clock);
    this.#subject = subjectOf(this);
    this.commands.afterBoot(now());
    resumeOrder(this.robot);
  }

  #instantActionContext = () => ({
    robot: this.robot,
    mapStorage: this.mapStorage,
    sendState: () => this.changed(),
    sendFactsheet: () => this.#publisher.factsheet(this),
    hibernate: (asleep: boolean, wakeAtMs?: number) => this.#hibernate(asleep, wakeAtMs),
  });

  changed() {
    this.#publisher.schedule.state.request();
  }

  mode() {
    this.#events.mode(this.robot.mode);
    this.#publisher.schedule.telemetry.request();
  }

  run(run: RunRecord) {
    this.#publisher.task(this.robot, run, false);
    this.#events.run(run);
    this.#publisher.schedule.telemetry.request();
    this.save();
  }

  ended(run: RunRecord, picture: CoveragePicture | undefined) {
    if ((run.cleans || run.tour) && !this.#setup.plain)
      this.reports.add(this.robot, run, picture, this.#setup.now());
    this.#publisher.schedule.reported.request();
    this.#events.ended(run);
    this.save();
  }

  alarm(event: 'RAISED' | 'CLEARED', alarm: ActiveAlarm) {
    this.#publisher.publishDurable('xAlarm', alarmOf(event, alarm));
    this.#events.alarm(event, alarm);
    if (event === 'RAISED') this.robot.sounds.warn(alarm.code);
    this.save();
  }

  receive(topic: string, payload: Uint8Array) {
    const nowMs = this.#setup.now();
    const received = readMessage(this.#setup.identity.major, topic, payload);
    if (received.name === 'order') this.intake.order(received.message);
    if (received.name === 'instantActions') {
      for (const action of received.message.actions) this.intake.instant(action);
    }
    if (received.name === 'zoneSet') this.robot.applyZones(received.message.zoneSet);
    if (received.name === 'xCommand') this.commands.receive(received.message, nowMs);
    if (received.name === 'xDrive') this.robot.teleop.onFrame(received.message, nowMs);
    if (received.name === 'xLift') this.robot.ride?.receive(received.message);
    if (received.name === 'xAck') this.#unbindFlow.acknowledge(received.message.acks);
    if (received.name === 'xDesired') this.sections.receive(received.message, nowMs);
    if (received.name === 'xResponse') this.#answered(received.message, nowMs);
    // A command starts on arrival, or when the server's time arrives.
    if (received.name === 'xCommand' || received.name === 'xResponse') this.save();
    if (received.name === 'bad') this.intake.refuseUnreadable(topic, received);
    this.#publisher.flush(this.#subject);
  }

  #answered(message: XResponse, nowMs: number) {
    const taken = this.jobs.answered(message) || this.commands.answered(message, nowMs);
    if (!taken) this.sections.answered(message, nowMs);
  }

  /** Takes an order entered at the robot. */
  hmiOrder = (order: OrderV3, by: string) => this.intake.order(order, by);

  /** Draws a wall on the map at the robot's screen. */
  drawWall(points: Point[]) {
    drawWall(this.robot, this.mapStorage, this.mapEdits, points);
    this.#publisher.flush(this.#subject);
  }

  /** The stop button: MANUAL for two seconds clears the order (docs/protocol/orders.md#pause-resume-stop). */
  hmiStop = () => stopAtScreen(this.robot);

  /** A wake-up over the SIM card. */
  wake = () => this.#hibernate(false);

  #hibernate = (asleep: boolean, wakeAtMs?: number) =>
    hibernate(this, this.#publisher, this.#timers, { asleep, wakeAtMs });

  get address() {
    return this.#publisher.address;
  }

  will = () => this.#publisher.will();

  connected() {
    this.#events.online(true);
    this.robot.teleop.connectionChanged(true);
    this.#publisher.begin(this.#subject);
    if (!this.#setup.plain) this.commands.connected();
    this.sections.connected(this.#setup.now());
  }

  disconnected() {
    this.#events.online(false);
    this.robot.teleop.connectionChanged(false);
    this.#publisher.disconnected();
  }

  /** Saves the state and reports OFFLINE. */
  goodbye() {
    this.save(true);
    this.streams.closeAll();
    this.#publisher.goodbye();
  }

  /** Advances by simulated `seconds`, up to now. */
  tick(seconds: number) {
    const nowMs = this.#setup.now();
    this.#events.begin();
    // During remote driving time runs at real speed, whatever the speedup.
    const { teleop } = this.robot;
    this.robot.advance(teleop.open ? seconds / this.#setup.speedup : seconds);
    const ack = teleop.open && this.#driveAcks.due(nowMs, driveAckMs) && teleop.ack(nowMs);
    if (ack) this.#publisher.publish('xDriveAck', ack);
    this.commands.tick(nowMs);
    this.reports.tick(nowMs);
    this.mapEdits.tick(nowMs);
    this.jobs.tick(seconds, this.#publisher.connected);
    this.sections.tick(nowMs);
    this.#starts.tick(nowMs);
    this.#timers.tick(nowMs);
    this.memoryStore.tick(nowMs);
    this.streams.tick();
    this.#publisher.flush(this.#subject);
  }

  /** Saves the state on the disk, also after each alarm: a killed robot knows the alarms that it has reported. */
  save(last = false) {
    this.memoryStore.save(last);
  }
}
