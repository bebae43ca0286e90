import type { Point } from '@sweepline/map-core';
import type { OrderV3 } from '@sweepline/contract/robot';
import type { ActiveAlarm } from '../../robot/body/alarms.ts';
import { newBootId } from '../../robot/ids.ts';
import { abortOrder, giveUp, resumeOrder } from '../../robot/drive/order-work.ts';
import type { CoveragePicture } from '../../robot/picture.ts';
import { Robot } from '../../robot/robot.ts';
import type { RunRecord } from '../../robot/run.ts';
import type { RobotEvents } from '../../robot/setup.ts';
import { replySenderOf, missedStartReporter, serverClockOf } from './answers.ts';
import { commandEffects } from '../commands/command-effects.ts';
import { Commands } from '../commands/commands.ts';
import type { ComputerSetup } from './computer-setup.ts';
import { readMessage } from './inbox.ts';
import { Installed } from './installed.ts';
import { Journal } from './journal.ts';
import { UnbindFlow } from '../commands/unbind-flow.ts';
import { Timers } from './timers.ts';
import { startMapUpload, drawWall, MapEdits, type MapUploadRequest } from '../maps/map-edits.ts';
import { MapStorage } from '../maps/map-storage.ts';
import { OrderIntake } from '../commands/order-intake.ts';
import { MinInterval } from './min-interval.ts';
import { readMemory, MemoryStore } from './memory-store.ts';
import { Reports } from '../messages/reports.ts';
import type { RateRequest } from '../commands/schedule.ts';
import { Sections } from '../settings/sections.ts';
import { SelfStarts } from '../commands/self-starts.ts';
import { Publisher, type Subject } from './publisher.ts';
import { alarmOf } from '../messages/vendor-messages.ts';

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
  readonly #setup: ComputerSetup;
  readonly #publisher: Publisher;
  readonly #subject: Subject;
  readonly #unbindFlow: UnbindFlow;
  readonly #starts: SelfStarts;
  readonly memoryStore: MemoryStore;
  readonly #timers = new Timers();
  readonly #driveAcks = new MinInterval(driveAckMs - 20);

  constructor(setup: ComputerSetup) {
    this.#setup = setup;
    const { disk, robot, now, log } = setup;
    const bootId = newBootId();
    this.journal = new Journal(disk, bootId);
    const publisher = new Publisher({ ...setup, bootId }, this.journal);
    this.#publisher = publisher;
    const memory = readMemory(disk);
    this.mapStorage = new MapStorage(disk, robot, setup.fetchMap);
    this.robot = new Robot({ ...robot, ...this.mapStorage.present(), now, memory }, this);
    this.memoryStore = new MemoryStore(disk, this.robot, now);
    this.mapStorage.attach(this.robot);
    const { mapStorage } = this;
    const publish = publisher.publishDurable.bind(publisher);
    this.mapEdits = new MapEdits({ disk, upload: setup.uploadMap, mapStorage, publish });
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
    });
    this.installed = new Installed(disk);
    this.reports = new Reports(disk, setup.upload, (body) => void publisher.publishDurable('xReport', body));
    this.intake = new OrderIntake(this.robot, setup.plain, this.#instantActionContext(), log);
    this.#starts = new SelfStarts(disk, this.robot, this.intake, missedStartReporter(publisher));
    this.intake.starts = this.#starts;
    this.#unbindFlow = new UnbindFlow(this, setup.unbound);
    const clock = serverClockOf(publisher, setup.monotonicMs);
    const effects = commandEffects(this.#commandContext());
    this.commands = new Commands(disk, replySenderOf(publisher), effects, now, clock);
    const { sections, installed } = this;
    this.#subject = { robot: this.robot, sections, installed, refusals: () => this.intake.refusals };
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

  #commandContext = () => ({
    robot: this.robot,
    now: this.#setup.now,
    after: (ms: number, act: () => void) => this.#timers.at(this.#setup.now() + ms, act),
    watch: (rate: RateRequest) => this.#publisher.schedule.watch(rate, this.#setup.now()),
    reportedChanged: () => this.#publisher.schedule.reported.request(),
    settingsChanged: () => this.sections.editedLocally(this.#setup.now()),
    reboot: () => this.#setup.reboot(),
    unbind: () => this.#unbindFlow.begin(),
    rotateCredential: this.#setup.rotateCredential,
    startMapUpload: (request: MapUploadRequest) =>
      startMapUpload(this.robot, this.mapStorage, this.mapEdits, request),
    cancelCommand: (commandId: string) => this.commands.cancel(commandId, this.#setup.now()),
  });

  // RobotEvents: callbacks of the robot.

  changed() {
    this.#publisher.schedule.state.request();
  }

  mode() {
    this.#publisher.schedule.telemetry.request();
  }

  run(run: RunRecord) {
    this.#publisher.task(this.robot, run, false);
    this.#setup.log(`${run.state} ${run.phase} ${run.code}`.trimEnd());
    this.#publisher.schedule.telemetry.request();
    this.save();
  }

  ended(run: RunRecord, picture: CoveragePicture | undefined) {
    if ((run.cleans || run.tour) && !this.#setup.plain)
      this.reports.add(this.robot, run, picture, this.#setup.now());
    this.#publisher.schedule.reported.request();
    this.#setup.log(`run ended: ${run.state} ${run.code}`.trimEnd());
    this.save();
  }

  alarm(event: 'RAISED' | 'CLEARED', alarm: ActiveAlarm) {
    this.#publisher.publishDurable('xAlarm', alarmOf(event, alarm));
    this.#setup.log(`alarm ${event.toLowerCase()}: ${alarm.code} ${alarm.text}`);
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
    if (received.name === 'xAck') this.#unbindFlow.acknowledge(received.message.acks);
    if (received.name === 'xDesired') this.sections.receive(received.message, nowMs);
    if (received.name === 'xResponse' && !this.commands.answered(received.message, nowMs))
      this.sections.answered(received.message, nowMs);
    // A command starts on arrival, or when the server's time arrives.
    if (received.name === 'xCommand' || received.name === 'xResponse') this.save();
    if (received.name === 'bad' && (topic === 'order' || topic === 'instantActions')) {
      const references = { topic, ...received.ids };
      this.intake.refuse({ errorType: 'VALIDATION_FAILURE', reason: received.reason, references });
    }
    this.#publisher.flush(this.#subject);
  }

  /** Takes an order entered at the robot. */
  hmiOrder(order: OrderV3, by: string) {
    this.intake.order(order, by);
  }

  /** Draws a wall on the map at the robot's screen. */
  drawWall(points: Point[]) {
    drawWall(this.robot, this.mapStorage, this.mapEdits, points);
    this.#publisher.flush(this.#subject);
  }

  /** The stop button: MANUAL for two seconds clears the order (docs/protocol/orders.md#pause-resume-stop). */
  hmiStop() {
    if (!this.robot.orders.active) return;
    this.robot.timers.beManual(2);
    abortOrder(this.robot, 'HMI_STOP');
  }

  /** A wake-up over the SIM card. */
  wake() {
    this.#hibernate(false);
  }

  #hibernate(asleep: boolean, wakeAtMs?: number) {
    if (this.intake.asleep === asleep) return;
    if (wakeAtMs !== undefined && !Number.isNaN(wakeAtMs))
      this.#timers.at(wakeAtMs, () => this.#hibernate(false));
    this.intake.asleep = asleep;
    this.robot.setMode(asleep ? 'SLEEP' : 'STANDBY');
    this.#publisher.sleep(asleep);
    if (!asleep) this.robot.rest();
  }

  get address() {
    return this.#publisher.address;
  }

  will = () => this.#publisher.will();

  connected() {
    this.robot.teleop.connectionChanged(true);
    this.#publisher.connected(this.#subject);
    if (!this.#setup.plain) this.commands.connected();
    this.sections.connected(this.#setup.now());
  }

  disconnected() {
    this.robot.teleop.connectionChanged(false);
    this.#publisher.disconnected();
  }

  /** Saves the state and reports OFFLINE. */
  goodbye() {
    this.save(true);
    this.#publisher.goodbye();
  }

  /** Advances by simulated `seconds`, up to now. */
  tick(seconds: number) {
    const nowMs = this.#setup.now();
    // During remote driving time runs at real speed, whatever the speedup.
    const { teleop } = this.robot;
    this.robot.advance(teleop.open ? seconds / this.#setup.speedup : seconds);
    const ack = teleop.open && this.#driveAcks.due(nowMs, driveAckMs) && teleop.ack(nowMs);
    if (ack) this.#publisher.publish('xDriveAck', ack);
    this.commands.tick(nowMs);
    this.reports.tick(nowMs);
    this.mapEdits.tick(nowMs);
    this.sections.tick(nowMs);
    this.#starts.tick(nowMs);
    this.#timers.tick(nowMs);
    this.memoryStore.tick(nowMs);
    this.#publisher.flush(this.#subject);
  }

  /** Saves the robot's state on the disk. */
  save(last = false) {
    this.memoryStore.save(last);
  }
}
