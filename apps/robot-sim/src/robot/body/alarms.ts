import { alarmCodes, type AlarmCode } from '@sweepline/contract/robot';
import { newId } from '../ids.ts';

export interface ActiveAlarm {
  alarmId: string;
  code: AlarmCode;
  level: number;
  type: string;
  text: string;
  /** The context of the alarm: runId, mapId, x, y, part. */
  refs: Record<string, unknown>;
}

export type AlarmListener = (event: 'RAISED' | 'CLEARED', alarm: ActiveAlarm) => void;

const vdaLevels = ['WARNING', 'WARNING', 'URGENT', 'CRITICAL', 'FATAL'] as const;

/** The VDA 5050 error level of an alarm level 1–5 (docs/protocol/alarms.md#levels). */
export const vdaLevel = (level: number) => vdaLevels[Math.min(5, Math.max(1, level)) - 1]!;

/** The active alarms. One code and part is active at most once. */
export class Alarms {
  readonly active: ActiveAlarm[];
  readonly #onChange: AlarmListener;

  constructor(onChange: AlarmListener, active: ActiveAlarm[] = []) {
    this.#onChange = onChange;
    this.active = active;
  }

  raise(code: AlarmCode, refs: Record<string, unknown> = {}) {
    const active = this.active.find((alarm) => alarm.code === code && alarm.refs['part'] === refs['part']);
    if (active) return active;
    const alarm: ActiveAlarm = { alarmId: newId(), code, ...alarmCodes[code], refs };
    this.active.push(alarm);
    this.#onChange('RAISED', alarm);
    return alarm;
  }

  clear(code: AlarmCode, part?: unknown) {
    const index = this.active.findIndex((alarm) => alarm.code === code && alarm.refs['part'] === part);
    if (index < 0) return;
    const [alarm] = this.active.splice(index, 1);
    this.#onChange('CLEARED', alarm!);
  }

  /** Raises or clears the alarm, depending on the condition. */
  setActive(code: AlarmCode, condition: boolean, refs: Record<string, unknown> = {}) {
    if (condition) this.raise(code, refs);
    else this.clear(code, refs['part']);
  }

  has = (code: AlarmCode) => this.active.some((alarm) => alarm.code === code);
}
