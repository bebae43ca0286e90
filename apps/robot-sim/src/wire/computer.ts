import type { OrderV3, UpTopic, XCommand } from '@sweepline/contract/robot';
import type { ActiveAlarm } from '../robot/alarms.ts';
import { newBootId } from '../robot/ids.ts';
import { remember, type RobotMemory } from '../robot/memory.ts';
import { orderFault } from '../robot/order-check.ts';
import { breakOff, giveUp, nodeActions, resumeOrder, takeOrder } from '../robot/order-work.ts';
import type { CoveragePicture } from '../robot/picture.ts';
import { Robot, type RobotNews, type RobotSetup } from '../robot/robot.ts';
import type { RunRecord } from '../robot/run.ts';
import { commandEffects } from './command-effects.ts';
import { Commands } from './commands.ts';
import type { Disk } from './disk.ts';
import { Envelopes, type Identity, type Outgoing } from './envelope.ts';
import { factsheetV2Of, factsheetV3Of } from './factsheet.ts';
import { readMessage } from './inbox.ts';
import { doInstantAction, Refused } from './instant-actions.ts';
import { Journal } from './journal.ts';
import { reportedOf, versionsOf } from './reported.ts';
import { Reports, type Upload } from './reports.ts';
import { Schedule } from './schedule.ts';
import { Sections, type FetchSection } from './sections.ts';
import { stateV2Of, visualizationV2Of } from './vda2-messages.ts';
import { stateV3Of, visualizationV3Of, type Refusal } from './vda3-messages.ts';
import { alarmOf, taskOf, telemetryOf } from './vendor-messages.ts';

export interface ComputerSetup {
  robot: Omit<RobotSetup, 'memory' | 'now'>;
  identity: Identity;
  disk: Disk;
  /** Real milliseconds, or a test's. */
  now: () => number;
  /** Simulated seconds to a real one; messages come the more often, up to what a server takes. */
  speedup: number;
  /** A vehicle of another maker: VDA topics and nothing else. */
  plain: boolean;
  upload: Upload | undefined;
  fetchSection: FetchSection;
  /** Hands a message to the broker; what cannot be sent now is lost, unless the journal has it. */
  send: (message: Outgoing) => void;
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
  readonly bootId = newBootId();
  readonly #setup: ComputerSetup;
  readonly #envelopes: Envelopes;
  readonly #schedule: Schedule;
  #connected = false;
  #asleep = false;
  #refusals: Refusal[] = [];
  #later: { atMs: number; act: () => void }[] = [];
  #rememberedMs = 0;

  constructor(setup: ComputerSetup) {
    this.#setup = setup;
    const { disk, robot, now } = setup;
    this.#envelopes = new Envelopes(setup.identity);
    this.journal = new Journal(disk, this.bootId);
    this.#schedule = new Schedule(setup.speedup);
    // Written by `save` only.
    const memory = disk.read(memoryFile) as RobotMemory | undefined;
    this.robot = new Robot({ ...robot, now, memory }, this);
    this.robot.giveUp = (code) => giveUp(this.robot, code);
    this.sections = new Sections(this.robot, disk, setup.fetchSection, () => this.#schedule.reported.ask());
    this.reports = new Reports(disk, setup.upload, (body) => this.#keep('xReport', body));
    const answers = {
      reply: (body: Record<string, unknown>, terminal: boolean) => this.#reply(body, terminal),
      again: (body: Record<string, unknown>, sent: object | undefined) =>
        this.#say('xReply', { ...sent, ...body }),
    };
    this.commands = new Commands(disk, answers, commandEffects(this.#board()), now);
    this.commands.afterBoot(now());
    resumeOrder(this.robot);
  }

  #board = () => ({
    robot: this.robot,
    now: this.#setup.now,
    later: (ms: number, act: () => void) => void this.#later.push({ atMs: this.#setup.now() + ms, act }),
    watch: (rate: Parameters<Schedule['watch']>[0]) => this.#schedule.watch(rate, this.#setup.now()),
    reportedChanged: () => this.#schedule.reported.ask(),
    reboot: () => this.#setup.reboot(),
    cancelCommand: (commandId: string) => this.commands.cancel(commandId, this.#setup.now()),
  });

  // What the robot tells (RobotNews).

  changed() {
    this.#schedule.state.ask();
  }

  mode() {
    this.#schedule.telemetry.ask();
  }

  run(run: RunRecord) {
    this.#task(run, false);
    this.#setup.told(`${run.state} ${run.phase} ${run.code}`.trimEnd());
    this.#schedule.telemetry.ask();
    this.save();
  }

  ended(run: RunRecord, picture: CoveragePicture | undefined) {
    if (run.cleans && !this.#setup.plain) this.reports.add(this.robot, run, picture, this.#setup.now());
    this.#schedule.reported.ask();
    this.#setup.told(`run ended: ${run.state} ${run.code}`.trimEnd());
    this.save();
  }

  alarm(event: 'RAISED' | 'CLEARED', alarm: ActiveAlarm) {
    this.#keep('xAlarm', alarmOf(event, alarm));
    this.#setup.told(`alarm ${event.toLowerCase()}: ${alarm.code} ${alarm.text}`);
  }

  // What comes in.

  receive(topic: string, payload: Uint8Array) {
    const received = readMessage(this.#setup.identity.major, topic, payload);
    const nowMs = this.#setup.now();
    if (received.name === 'order') this.order(received.message);
    if (received.name === 'instantActions') {
      for (const action of received.message.actions) this.#instant(action);
    }
    if (received.name === 'zoneSet') this.robot.takeZones(received.message.zoneSet);
    if (received.name === 'xCommand') this.#command(received.message);
    if (received.name === 'xAck') this.journal.acknowledge(received.message.acks);
    if (received.name === 'xDesired') this.sections.take(received.message, nowMs);
    if (received.name === 'bad' && (topic === 'order' || topic === 'instantActions')) {
      this.#refuse({
        errorType: 'VALIDATION_FAILURE',
        why: received.why,
        references: { topic, ...received.ids },
      });
    }
    this.#flush(nowMs);
  }

  /** Takes an order or says why not; an order already held is told again, not done again (VDA 5050, 6.6). */
  order(order: OrderV3, by?: string) {
    const { robot } = this;
    const held = robot.book.entry.order;
    const references = { orderId: order.orderId, orderUpdateId: String(order.orderUpdateId) };
    if (held?.orderId === order.orderId && held.orderUpdateId >= order.orderUpdateId) return this.changed();
    const fault = this.#unavailable() ?? orderFault(order, this.#judge());
    if (fault) return this.#refuse({ ...fault, references: { topic: 'order', ...references } });
    this.#refusals = [];
    takeOrder(robot, order, by === undefined ? 'CLOUD' : 'HMI', by);
  }

  #unavailable() {
    const { robot } = this;
    if (robot.book.active)
      return { errorType: 'OTHER_ORDER_ACTIVE', why: `order ${robot.book.orderId} is active` };
    if (robot.frozen || robot.relocating || this.#asleep || robot.shownMode === 'ERROR') {
      return { errorType: 'MOBILE_ROBOT_NOT_AVAILABLE', why: robot.shownMode };
    }
    return undefined;
  }

  #judge = () => ({
    mapId: this.robot.world.mapId,
    pose: this.robot.drive.pose,
    actions: this.#setup.plain ? [] : nodeActions,
    cleaningModes: this.robot.spec.cleaner?.cleaningModes ?? [],
    knowsArea: (areaId: string) => this.robot.world.elements.polygons.some(({ id }) => id === areaId),
  });

  #instant(action: Parameters<typeof doInstantAction>[1]) {
    const desk = {
      robot: this.robot,
      sendState: () => this.changed(),
      sendFactsheet: () => this.factsheet(),
      hibernate: (asleep: boolean) => this.#hibernate(asleep),
    };
    const refused = doInstantAction(desk, action);
    if (refused instanceof Refused) {
      const { actionId } = action;
      this.#refuse({ errorType: refused.errorType, why: refused.message, references: { actionId } });
    }
    this.changed();
  }

  #command(command: XCommand) {
    this.commands.receive(command, this.#setup.now());
    this.save();
  }

  /** The stop button at the robot: MANUAL for two seconds, which clears the order (2.6). */
  hmiStop() {
    if (!this.robot.book.active) return;
    this.robot.manualForS = 2;
    breakOff(this.robot, 'HMI_STOP');
  }

  #refuse(refusal: Refusal) {
    this.#refusals = [...this.#refusals.slice(-4), refusal];
    this.#setup.told(`refused: ${refusal.errorType} ${refusal.why}`);
    this.changed();
  }

  #hibernate(asleep: boolean) {
    if (this.#asleep === asleep) return;
    this.#asleep = asleep;
    this.robot.setMode(asleep ? 'SLEEP' : 'STANDBY');
    this.#say('connection', { connectionState: asleep ? 'HIBERNATING' : 'ONLINE' });
    if (!asleep) this.robot.rest();
  }

  // What goes out.

  get address() {
    return this.#envelopes.address;
  }

  will() {
    const broken = this.#setup.identity.major === 'v2' ? 'CONNECTIONBROKEN' : 'CONNECTION_BROKEN';
    return this.#envelopes.wrap('connection', { connectionState: broken }, this.#setup.now());
  }

  /** The connect order of 1.1, after the subscriptions stand. */
  connected() {
    const nowMs = this.#setup.now();
    this.#connected = true;
    this.#say('connection', { connectionState: this.#asleep ? 'HIBERNATING' : 'ONLINE' });
    this.factsheet();
    if (!this.#setup.plain) this.#say('xReported', this.#reported());
    this.#sendState(nowMs);
    this.#schedule.telemetry.ask();
    this.journal.reconnected();
    this.#flush(nowMs);
  }

  disconnected() {
    this.#connected = false;
  }

  /** Goes in an orderly fashion. */
  goodbye() {
    this.save(true);
    if (this.#connected) this.#say('connection', { connectionState: 'OFFLINE' });
  }

  factsheet() {
    const { plain, identity } = this.#setup;
    const { spec } = this.robot;
    const body = identity.major === 'v2' ? factsheetV2Of(spec) : factsheetV3Of(spec, versionsOf(this.robot));
    if (this.#connected) this.#say('factsheet', plain ? { ...body } : body);
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
    if (this.#connected) this.#flush(nowMs);
  }

  #flush(nowMs: number) {
    if (!this.#connected) return;
    const { robot } = this;
    const busy = !robot.activity.idle;
    const due = this.#schedule.due(nowMs, busy, robot.drive.v !== 0 || robot.drive.w !== 0);
    if (due.state && !this.#asleep) this.#sendState(nowMs);
    if (due.visualization) this.#say('visualization', this.#visualization());
    if (this.#setup.plain) return;
    if (due.telemetry && !this.#asleep) this.#telemetry();
    if (due.reported) this.#say('xReported', this.#reported());
    if (due.progress && robot.run) this.#task(robot.run, true);
    for (const { msgId, bootId, seq, occurredAt, topic, body } of this.journal.due(nowMs)) {
      this.#say(topic, { msgId, bootId, seq, occurredAt, ...body });
    }
  }

  #sendState(nowMs: number) {
    this.#schedule.state.sent(nowMs);
    const { operatingMode } = this.robot;
    const of = this.#setup.identity.major === 'v2' ? stateV2Of : stateV3Of;
    this.#say('state', of(this.robot, operatingMode, this.#refusals));
  }

  #visualization = () =>
    this.#setup.identity.major === 'v2'
      ? visualizationV2Of(this.robot)
      : visualizationV3Of(this.robot, this.#envelopes.lastHeaderId('state'));

  #telemetry() {
    const telemetry = telemetryOf(this.robot, this.robot.vitals(), this.journal.size);
    this.#say('xTelemetry', { bootId: this.bootId, ...telemetry });
  }

  #reported = () => ({
    bootId: this.bootId,
    ...reportedOf(this.robot, this.sections.reported, this.journal.dropped),
  });

  #task(run: RunRecord, progress: boolean) {
    this.#schedule.progress.sent(this.#setup.now());
    this.#keep('xTask', taskOf(this.robot, run), progress);
  }

  /** Into the journal, and from there to the server as soon as it can be. */
  #keep(topic: UpTopic, body: Record<string, unknown>, progress = false) {
    if (this.#setup.plain) return;
    this.journal.add(topic, body, this.#setup.now(), progress);
  }

  #reply(body: Record<string, unknown>, terminal: boolean) {
    if (!terminal) {
      this.#say('xReply', body);
      return undefined;
    }
    const { msgId, bootId, seq, occurredAt } = this.journal.add('xReply', body, this.#setup.now());
    return { msgId, bootId, seq, occurredAt };
  }

  #say(name: UpTopic, body: object) {
    this.#setup.send(this.#envelopes.wrap(name, body, this.#setup.now()));
  }

  /** Puts on the disk what the robot is now. */
  save(last = false) {
    if (!last && !this.#setup.disk.lasting) return;
    this.#rememberedMs = this.#setup.now();
    this.#setup.disk.write(memoryFile, remember(this.robot));
  }
}
