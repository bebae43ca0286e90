import type { Point } from '@sweepline/map-core';
import type { OrderV3 } from '@sweepline/contract/robot';
import type { ActiveAlarm } from '../../robot/body/alarms.ts';
import { newBootId } from '../../robot/ids.ts';
import { breakOff, giveUp, resumeOrder } from '../../robot/drive/order-work.ts';
import type { CoveragePicture } from '../../robot/picture.ts';
import { Robot } from '../../robot/robot.ts';
import type { RunRecord } from '../../robot/run.ts';
import type { RobotNews } from '../../robot/setup.ts';
import { answersOf, missedTo, serverClockOf } from './answers.ts';
import { commandEffects } from '../commands/command-effects.ts';
import { Commands } from '../commands/commands.ts';
import type { ComputerSetup } from './computer-setup.ts';
import { readMessage } from './inbox.ts';
import { Installed } from './installed.ts';
import { Journal } from './journal.ts';
import { UnbindFlow } from '../commands/unbind-flow.ts';
import { Timers } from './timers.ts';
import { bringMap, drawWall, MapEdits, type WantedMap } from '../maps/map-edits.ts';
import { MapStorage } from '../maps/map-storage.ts';
import { OrderIntake } from '../commands/order-intake.ts';
import { MinInterval } from './min-interval.ts';
import { rememberedOn, Remembering } from './remembering.ts';
import { Reports } from '../messages/reports.ts';
import type { Watching } from '../commands/schedule.ts';
import { Sections } from '../settings/sections.ts';
import { SelfStarts } from '../commands/self-starts.ts';
import { Publisher, type Subject } from './publisher.ts';
import { alarmOf } from '../messages/vendor-messages.ts';

/** 5 Hz. */
const driveAckMs = 200;

/** A robot's computer: it speaks for the robot, and does what it is told. */
export class Computer implements RobotNews {
  readonly robot: Robot;
  readonly journal: Journal;
  readonly commands: Commands;
  readonly sections: Sections;
  readonly installed: Installed;
  readonly reports: Reports;
  readonly desk: OrderIntake;
  readonly maps: MapStorage;
  readonly mapEdits: MapEdits;
  readonly #setup: ComputerSetup;
  readonly #speaker: Publisher;
  readonly #subject: Subject;
  readonly #leaving: UnbindFlow;
  readonly #starts: SelfStarts;
  readonly memory: Remembering;
  readonly #later = new Timers();
  readonly #driveAcks = new MinInterval(driveAckMs - 20);

  constructor(setup: ComputerSetup) {
    this.#setup = setup;
    const { disk, robot, now, told } = setup;
    const bootId = newBootId();
    this.journal = new Journal(disk, bootId);
    this.#speaker = new Publisher({ ...setup, bootId }, this.journal);
    const { schedule } = this.#speaker;
    const memory = rememberedOn(disk);
    this.maps = new MapStorage(disk, robot.world, setup.fetchMap);
    this.robot = new Robot({ ...robot, world: this.maps.worldFrom(robot.world), now, memory }, this);
    this.memory = new Remembering(disk, this.robot, now);
    this.maps.attach(this.robot);
    this.mapEdits = new MapEdits({
      ...{ disk, upload: setup.uploadMap, shelf: this.maps },
      tell: (topic, body) => void this.#speaker.keep(topic, body),
    });
    this.robot.giveUp = (code) => giveUp(this.robot, code);
    this.sections = new Sections({
      ...{ ...setup, robot: this.robot },
      changed: () => {
        this.save();
        schedule.reported.ask();
      },
      ask: (body) => this.#speaker.say('xRequest', body),
      plans: (name, document, nowMs) => this.#starts.take(name, document, nowMs),
    });
    this.installed = new Installed(disk);
    this.reports = new Reports(disk, setup.upload, (body) => void this.#speaker.keep('xReport', body));
    this.desk = new OrderIntake(this.robot, setup.plain, this.#instantDesk(), told);
    this.#starts = new SelfStarts(disk, this.robot, this.desk, missedTo(this.#speaker));
    this.desk.starts = this.#starts;
    this.#leaving = new UnbindFlow(this, setup.unbound);
    const clock = serverClockOf(this.#speaker, setup.monotonicMs);
    this.commands = new Commands(disk, answersOf(this.#speaker), commandEffects(this.#board()), now, clock);
    const { sections, installed } = this;
    this.#subject = { robot: this.robot, sections, installed, refusals: () => this.desk.refusals };
    this.commands.afterBoot(now());
    resumeOrder(this.robot);
  }

  #instantDesk = () => ({
    robot: this.robot,
    maps: this.maps,
    sendState: () => this.changed(),
    sendFactsheet: () => this.#speaker.factsheet(this),
    hibernate: (asleep: boolean, wakeAtMs?: number) => this.#hibernate(asleep, wakeAtMs),
  });

  #board = () => ({
    robot: this.robot,
    now: this.#setup.now,
    later: (ms: number, act: () => void) => this.#later.at(this.#setup.now() + ms, act),
    watch: (rate: Watching) => this.#speaker.schedule.watch(rate, this.#setup.now()),
    reportedChanged: () => this.#speaker.schedule.reported.ask(),
    settingsChanged: () => this.sections.editedHere(this.#setup.now()),
    reboot: () => this.#setup.reboot(),
    unbind: () => this.#leaving.begin(),
    bringMap: (wanted: WantedMap) => bringMap(this.robot, this.maps, this.mapEdits, wanted),
    cancelCommand: (commandId: string) => this.commands.cancel(commandId, this.#setup.now()),
  });

  // What the robot tells (RobotNews).

  changed() {
    this.#speaker.schedule.state.ask();
  }

  mode() {
    this.#speaker.schedule.telemetry.ask();
  }

  run(run: RunRecord) {
    this.#speaker.task(this.robot, run, false);
    this.#setup.told(`${run.state} ${run.phase} ${run.code}`.trimEnd());
    this.#speaker.schedule.telemetry.ask();
    this.save();
  }

  ended(run: RunRecord, picture: CoveragePicture | undefined) {
    if ((run.cleans || run.tour) && !this.#setup.plain)
      this.reports.add(this.robot, run, picture, this.#setup.now());
    this.#speaker.schedule.reported.ask();
    this.#setup.told(`run ended: ${run.state} ${run.code}`.trimEnd());
    this.save();
  }

  alarm(event: 'RAISED' | 'CLEARED', alarm: ActiveAlarm) {
    this.#speaker.keep('xAlarm', alarmOf(event, alarm));
    this.#setup.told(`alarm ${event.toLowerCase()}: ${alarm.code} ${alarm.text}`);
  }

  // What comes in.
  receive(topic: string, payload: Uint8Array) {
    const nowMs = this.#setup.now();
    const received = readMessage(this.#setup.identity.major, topic, payload);
    if (received.name === 'order') this.desk.order(received.message);
    if (received.name === 'instantActions') {
      for (const action of received.message.actions) this.desk.instant(action);
    }
    if (received.name === 'zoneSet') this.robot.takeZones(received.message.zoneSet);
    if (received.name === 'xCommand') this.commands.receive(received.message, nowMs);
    if (received.name === 'xDrive') this.robot.teleop.take(received.message, nowMs);
    if (received.name === 'xAck') this.#leaving.acknowledge(received.message.acks);
    if (received.name === 'xDesired') this.sections.take(received.message, nowMs);
    if (received.name === 'xResponse' && !this.commands.answered(received.message, nowMs))
      this.sections.answered(received.message, nowMs);
    // A command starts when it comes, or when the robot has learnt the time.
    if (received.name === 'xCommand' || received.name === 'xResponse') this.save();
    if (received.name === 'bad' && (topic === 'order' || topic === 'instantActions')) {
      const references = { topic, ...received.ids };
      this.desk.refuse({ errorType: 'VALIDATION_FAILURE', why: received.why, references });
    }
    this.#speaker.flush(this.#subject);
  }

  /** An order given at the robot itself. */
  hmiOrder(order: OrderV3, by: string) {
    this.desk.order(order, by);
  }

  /** Somebody draws a wall on the map at the robot's screen. */
  drawWall(points: Point[]) {
    drawWall(this.robot, this.maps, this.mapEdits, points);
    this.#speaker.flush(this.#subject);
  }

  /** The stop button at the robot: MANUAL for two seconds, which clears the order (2.6). */
  hmiStop() {
    if (!this.robot.book.active) return;
    this.robot.manualForS = 2;
    breakOff(this.robot, 'HMI_STOP');
  }

  /** Woken from afar, by its card. */
  wake() {
    this.#hibernate(false);
  }

  #hibernate(asleep: boolean, wakeAtMs?: number) {
    if (this.desk.asleep === asleep) return;
    if (wakeAtMs !== undefined && !Number.isNaN(wakeAtMs))
      this.#later.at(wakeAtMs, () => this.#hibernate(false));
    this.desk.asleep = asleep;
    this.robot.setMode(asleep ? 'SLEEP' : 'STANDBY');
    this.#speaker.sleep(asleep);
    if (!asleep) this.robot.rest();
  }

  // Connection and time.

  get address() {
    return this.#speaker.address;
  }

  will = () => this.#speaker.will();

  connected() {
    this.robot.teleop.line(true);
    this.#speaker.connected(this.#subject);
    if (!this.#setup.plain) this.commands.connected();
    this.sections.connected(this.#setup.now());
  }

  disconnected() {
    this.robot.teleop.line(false);
    this.#speaker.disconnected();
  }

  /** Goes in an orderly fashion. */
  goodbye() {
    this.save(true);
    this.#speaker.goodbye();
  }

  /** Lets time pass: `seconds` simulated, up to now. */
  tick(seconds: number) {
    const nowMs = this.#setup.now();
    // However fast time is made to run, a robot under somebody's hand lives in theirs.
    const { teleop } = this.robot;
    this.robot.advance(teleop.open ? seconds / this.#setup.speedup : seconds);
    const ack = teleop.open && this.#driveAcks.due(nowMs, driveAckMs) && teleop.ack(nowMs);
    if (ack) this.#speaker.say('xDriveAck', ack);
    this.commands.tick(nowMs);
    this.reports.tick(nowMs);
    this.mapEdits.tick(nowMs);
    this.sections.tick(nowMs);
    this.#starts.tick(nowMs);
    this.#later.tick(nowMs);
    this.memory.tick(nowMs);
    this.#speaker.flush(this.#subject);
  }

  /** Puts on the disk what the robot is now. */
  save(last = false) {
    this.memory.save(last);
  }
}
