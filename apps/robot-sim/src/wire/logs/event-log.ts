import type { ActiveAlarm } from '../../robot/body/alarms.ts';
import type { RunRecord } from '../../robot/run.ts';
import type { RobotLog } from './robot-log.ts';

/** From this level on an alarm is an error. */
const errorLevel = 3;

/** Writes what a robot does to its own log, and to the program's. */
export class EventLog {
  readonly #log: RobotLog;
  readonly #print: (text: string) => void;

  constructor(log: RobotLog, print: (text: string) => void) {
    this.#log = log;
    this.#print = print;
  }

  /** The computer runs. One at its activation screen does not, and leaves no trace on the wiped disk. */
  begin() {
    if (this.#log.open()) this.#log.write('INFO', 'system', 'started');
  }

  mode(mode: string) {
    this.#log.write('INFO', 'mode', mode);
  }

  online(isOnline: boolean) {
    if (isOnline) this.begin();
    this.#log.write(isOnline ? 'INFO' : 'WARN', 'connection', isOnline ? 'online' : 'lost');
  }

  run({ runId, state, phase, code }: RunRecord) {
    this.#print(`${state} ${phase} ${code}`.trimEnd());
    this.#log.write('INFO', 'run', `${runId} ${state} ${phase} ${code}`);
  }

  ended({ runId, state, code }: RunRecord) {
    this.#print(`run ended: ${state} ${code}`.trimEnd());
    this.#log.write(state === 'FAILED' ? 'ERROR' : 'INFO', 'run', `${runId} ended ${state} ${code}`);
  }

  alarm(event: 'RAISED' | 'CLEARED', { code, text, level }: ActiveAlarm) {
    const change = event.toLowerCase();
    this.#print(`alarm ${change}: ${code} ${text}`);
    const rank = level >= errorLevel ? 'ERROR' : 'WARN';
    this.#log.write(event === 'CLEARED' ? 'INFO' : rank, 'alarm', `${code} ${text} ${change}`);
  }
}
