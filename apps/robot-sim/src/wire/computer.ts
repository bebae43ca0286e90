import type { OrderV3, XCommand } from '@sweepline/contract/robot';
import type { ActiveAlarm } from '../robot/alarms.ts';
import { newBootId } from '../robot/ids.ts';
import { remember, type RobotMemory } from '../robot/memory.ts';
import { breakOff, giveUp, resumeOrder } from '../robot/order-work.ts';
import type { CoveragePicture } from '../robot/picture.ts';
import { Robot } from '../robot/robot.ts';
import type { RunRecord } from '../robot/run.ts';
import type { RobotNews, RobotSetup } from '../robot/setup.ts';
import { commandEffects } from './command-effects.ts';
import { Commands } from './commands.ts';
import type { Disk } from './disk.ts';
import { readMessage } from './inbox.ts';
import { Journal } from './journal.ts';
import { OrderDesk } from './order-desk.ts';
import { Reports, type Upload } from './reports.ts';
import type { Watching } from './schedule.ts';
import { Sections, type FetchSection } from './sections.ts';
import { Speaker, type SpeakerSetup, type Subject } from './speaker.ts';
import { alarmOf } from './vendor-messages.ts';

export interface ComputerSetup extends Omit<SpeakerSetup, 'bootId'> {
  robot: Omit<RobotSetup, 'memory' | 'now'>;
  disk: Disk;
  upload: Upload | undefined;
  fetchSection: FetchSection;
  reboot: () => void;
  /** A line for whoever watches the program. */
  told: (what: string) => void;
}

const memoryFile = 'robot.json';
const rememberedEveryMs = 15_000;

/** A robot's computer: it speaks for the robot, and does what it is told. */
export class Computer implements RobotNews {
  readonly robot: Robot;
  readonly journal: Journal;
  readonly commands: Commands;
  readonly sections: Sections;
  readonly reports: Reports;
  readonly desk: OrderDesk;
  readonly #setup: ComputerSetup;
  readonly #speaker: Speaker;
  readonly #subject: Subject;
  #later: { atMs: number; act: () => void }[] = [];
  #rememberedMs = 0;

  constructor(setup: ComputerSetup) {
    this.#setup = setup;
    const { disk, robot, now, told } = setup;
    const bootId = newBootId();
    this.journal = new Journal(disk, bootId);
    this.#speaker = new Speaker({ ...setup, bootId }, this.journal);
    const { schedule } = this.#speaker;
    // Written by `save` and `forget` only.
    const memory = (disk.read(memoryFile) as RobotMemory | null | undefined) ?? undefined;
    this.robot = new Robot({ ...robot, now, memory }, this);
    this.robot.giveUp = (code) => giveUp(this.robot, code);
    this.sections = new Sections(this.robot, disk, setup.fetchSection, () => schedule.reported.ask());
    this.reports = new Reports(disk, setup.upload, (body) => void this.#speaker.keep('xReport', body));
    this.desk = new OrderDesk(this.robot, setup.plain, this.#instantDesk(), told);
    this.commands = new Commands(disk, this.#answers(), commandEffects(this.#board()), now);
    this.#subject = { robot: this.robot, sections: this.sections, refusals: () => this.desk.refusals };
    this.commands.afterBoot(now());
    resumeOrder(this.robot);
  }

  #instantDesk = () => ({
    robot: this.robot,
    sendState: () => this.changed(),
    sendFactsheet: () => this.#speaker.factsheet(this.robot),
    hibernate: (asleep: boolean) => this.#hibernate(asleep),
  });

  #board = () => ({
    robot: this.robot,
    now: this.#setup.now,
    later: (ms: number, act: () => void) => void this.#later.push({ atMs: this.#setup.now() + ms, act }),
    watch: (rate: Watching) => this.#speaker.schedule.watch(rate, this.#setup.now()),
    reportedChanged: () => this.#speaker.schedule.reported.ask(),
    reboot: () => this.#setup.reboot(),
    cancelCommand: (commandId: string) => this.commands.cancel(commandId, this.#setup.now()),
  });

  /** Terminal replies are durable; what was sent once is sent again under the same ids (2.1.2). */
  #answers = () => ({
    reply: (body: Record<string, unknown>, terminal: boolean) => {
      if (!terminal) this.#speaker.say('xReply', body);
      const entry = terminal ? this.#speaker.keep('xReply', body) : undefined;
      if (!entry) return undefined;
      const { msgId, bootId, seq, occurredAt } = entry;
      return { msgId, bootId, seq, occurredAt };
    },
    again: (body: Record<string, unknown>, sent: object | undefined) =>
      this.#speaker.say('xReply', { ...sent, ...body }),
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
    if (run.cleans && !this.#setup.plain) this.reports.add(this.robot, run, picture, this.#setup.now());
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
    const received = readMessage(this.#setup.identity.major, topic, payload);
    if (received.name === 'order') this.desk.order(received.message);
    if (received.name === 'instantActions') {
      for (const action of received.message.actions) this.desk.instant(action);
    }
    if (received.name === 'zoneSet') this.robot.takeZones(received.message.zoneSet);
    if (received.name === 'xCommand') this.#command(received.message);
    if (received.name === 'xAck') this.journal.acknowledge(received.message.acks);
    if (received.name === 'xDesired') this.sections.take(received.message, this.#setup.now());
    if (received.name === 'bad' && (topic === 'order' || topic === 'instantActions')) {
      const references = { topic, ...received.ids };
      this.desk.refuse({ errorType: 'VALIDATION_FAILURE', why: received.why, references });
    }
    this.#speaker.flush(this.#subject);
  }

  #command(command: XCommand) {
    this.commands.receive(command, this.#setup.now());
    this.save();
  }

  /** An order given at the robot itself. */
  hmiOrder(order: OrderV3, by: string) {
    this.desk.order(order, by);
  }

  /** The stop button at the robot: MANUAL for two seconds, which clears the order (2.6). */
  hmiStop() {
    if (!this.robot.book.active) return;
    this.robot.manualForS = 2;
    breakOff(this.robot, 'HMI_STOP');
  }

  #hibernate(asleep: boolean) {
    if (this.desk.asleep === asleep) return;
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
    this.#speaker.connected(this.#subject);
  }

  disconnected() {
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
    this.robot.advance(seconds);
    this.commands.tick(nowMs);
    this.reports.tick(nowMs);
    for (const due of this.#later.filter(({ atMs }) => atMs <= nowMs)) {
      this.#later.splice(this.#later.indexOf(due), 1);
      due.act();
    }
    if (nowMs - this.#rememberedMs > rememberedEveryMs && !this.robot.activity.idle) this.save();
    this.#speaker.flush(this.#subject);
  }

  /** What the robot was doing has brought it down; the next start is to know nothing of it. */
  forget() {
    this.#setup.disk.write(memoryFile, null);
  }

  /** Puts on the disk what the robot is now. */
  save(last = false) {
    if (!last && !this.#setup.disk.lasting) return;
    this.#rememberedMs = this.#setup.now();
    this.#setup.disk.write(memoryFile, remember(this.robot));
  }
}
