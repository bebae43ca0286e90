import { isDeepStrictEqual } from 'node:util';
import { newId } from '../../robot/ids.ts';
import { breakDown, resolve } from '../../robot/body/fault-effects.ts';
import { carryTo } from '../../robot/drive/localization.ts';
import { ownOrder } from '../../robot/drive/own-order.ts';
import { ask } from '../../wire/connection/http.ts';
import type { RobotProcess } from '../../wire/connection/robot-process.ts';
import type { Action, Condition } from './scenario-file.ts';

/** A robot of a scenario: what a person or the network does to it, and what it shows. */
export class Stage {
  readonly process: RobotProcess;
  readonly #server: { http: string | undefined; token: string | undefined };
  readonly #messages: { name: string; body: Record<string, unknown> }[] = [];
  #sinceAction = 0;

  constructor(process: RobotProcess, server: { http: string | undefined; token: string | undefined }) {
    this.process = process;
    this.#server = server;
  }

  observe({ topic, payload }: { topic: string; payload: string }): void {
    // A message without a JSON object has no fields to compare.
    const body = jsonOf(payload) as Record<string, unknown> | undefined;
    this.#messages.push({ name: topic.split('/').at(-1) ?? '', body: body ?? {} });
  }

  /** Does an action. Returns why it failed, else undefined. */
  async act(action: Action): Promise<string | undefined> {
    const { computer } = this.process;
    const { robot } = computer;
    this.#sinceAction = this.#messages.length;
    if (action === 'hmi.start') return this.#startRun();
    if (action === 'hmi.pause') robot.pause.begin('HMI');
    else if (action === 'hmi.resume') robot.pause.end();
    else if (action === 'hmi.stop') computer.hmiStop();
    else if (action === 'hmi.update') return computer.jobs.ota.resume() ? undefined : 'no update to confirm';
    else if (action === 'hmi.pauseUpdate')
      return computer.jobs.ota.pause() ? undefined : 'no download to pause';
    else if ('hmi.start' in action) return this.#startRun(action['hmi.start'].area);
    else if ('hmi.edit' in action) this.process.edit(action['hmi.edit']);
    else if ('fault' in action) breakDown(robot, action.fault);
    else if ('resolve' in action) resolve(robot, action.resolve);
    else if ('net.cut' in action) this.process.cut(action['net.cut']);
    else if ('move' in action) {
      const [x, y, degrees] = action.move;
      carryTo(robot, { x, y, theta: (degrees * Math.PI) / 180 });
    } else return await this.#call(action['server.call']);
    return undefined;
  }

  /** Cleans an area, the first one if none is named, and returns to the dock. */
  #startRun(name?: string): string | undefined {
    const { computer } = this.process;
    const { robot } = computer;
    const areas = robot.world.elements.polygons.filter(({ type }) => type === 'CLEAN');
    const area = name === undefined ? areas[0] : areas.find((polygon) => polygon.name === name);
    if (!area || !robot.spec.cleaner) return `no area to clean: ${name ?? 'none on this map'}`;
    const { cleaningModes, strengths } = robot.spec.cleaner;
    const { id: areaId, points } = area;
    const work = { areaId, points, cleaningMode: cleaningModes[0], strength: strengths[0], repetitions: 1 };
    const order = ownOrder(robot, newId(), area.name, {
      areas: [work],
      pattern: 'BOUSTROPHEDON',
      home: true,
    });
    computer.hmiOrder(order, 'HMI');
    return undefined;
  }

  async #call({ path, body, code }: Extract<Action, { 'server.call': object }>['server.call']) {
    const { http, token } = this.#server;
    if (http === undefined || token === undefined) return 'server.call needs --http and --token';
    const headers = { authorization: token, 'content-type': 'application/json' };
    const answer = await ask(`${http}${path}`, { method: 'POST', headers, body: JSON.stringify(body) }).catch(
      (error: unknown) => (error instanceof Error ? error.message : 'no answer'),
    );
    if (typeof answer === 'string') return answer;
    const envelope = answer.body as { code?: unknown; msg?: unknown } | undefined;
    if (envelope?.code === code) return undefined;
    return `${path}: ${String(envelope?.code ?? answer.status)} ${String(envelope?.msg ?? '')}`;
  }

  /** The parts of a condition that do not hold now, with the present values. */
  missing({ mode, phase, order, run, alarm, noAlarm, message }: Condition): string[] {
    const { robot } = this.process.computer;
    const now = {
      mode: robot.reportedMode as string,
      phase: robot.run?.phase ?? '',
      order: robot.orders.active ? 'active' : 'none',
      run: robot.run?.state ?? 'none',
    };
    const expected = { mode, phase, order, run };
    const has = (code: string) => robot.alarms.active.some((active) => active.code === code);
    return [
      ...(['mode', 'phase', 'order', 'run'] as const)
        .filter((key) => expected[key] !== undefined && expected[key] !== now[key])
        .map((key) => `${key} is ${now[key] || 'none'}, not ${expected[key] ?? ''}`),
      ...(alarm !== undefined && !has(alarm) ? [`no alarm ${alarm}`] : []),
      ...(noAlarm !== undefined && has(noAlarm) ? [`alarm ${noAlarm}`] : []),
      ...(message !== undefined && !this.#saw(message) ? [`no ${message.topic} with these fields`] : []),
    ];
  }

  /** Whether a message with these fields came since the last action. */
  #saw({ topic, fields }: NonNullable<Condition['message']>): boolean {
    return this.#messages
      .slice(this.#sinceAction)
      .some(
        ({ name, body }) =>
          name === topic &&
          Object.entries(fields).every(([key, value]) => isDeepStrictEqual(body[key], value)),
      );
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
