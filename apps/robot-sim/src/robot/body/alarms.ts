import { alarmCodes, type AlarmCode } from '@sweepline/contract/robot';
import { newId } from '../ids.ts';

export interface ActiveAlarm {
  alarmId: string;
  code: AlarmCode;
  level: number;
  type: string;
  text: string;
  /** Where and in what it was raised: runId, mapId, x, y, part. */
  refs: Record<string, unknown>;
}

export type AlarmNews = (event: 'RAISED' | 'CLEARED', alarm: ActiveAlarm) => void;

const vdaLevels = ['WARNING', 'WARNING', 'URGENT', 'CRITICAL', 'FATAL'] as const;

/** VDA's word for an alarm level 1–5 (2.25). */
export const vdaLevel = (level: number) => vdaLevels[Math.min(5, Math.max(1, level)) - 1]!;

/** The alarms that stand. One code and part stands once, however often it is raised. */
export class Alarms {
  readonly active: ActiveAlarm[];
  readonly #news: AlarmNews;

  constructor(news: AlarmNews, active: ActiveAlarm[] = []) {
    this.#news = news;
    this.active = active;
  }

  raise(code: AlarmCode, refs: Record<string, unknown> = {}) {
    const standing = this.active.find((it) => it.code === code && it.refs['part'] === refs['part']);
    if (standing) return standing;
    const alarm: ActiveAlarm = { alarmId: newId(), code, ...alarmCodes[code], refs };
    this.active.push(alarm);
    this.#news('RAISED', alarm);
    return alarm;
  }

  clear(code: AlarmCode, part?: unknown) {
    const index = this.active.findIndex((it) => it.code === code && it.refs['part'] === part);
    if (index < 0) return;
    const [alarm] = this.active.splice(index, 1);
    this.#news('CLEARED', alarm!);
  }

  /** Raises or clears, as the condition says. */
  hold(code: AlarmCode, condition: boolean, refs: Record<string, unknown> = {}) {
    if (condition) this.raise(code, refs);
    else this.clear(code, refs['part']);
  }

  has = (code: AlarmCode) => this.active.some((alarm) => alarm.code === code);
}
