import type { Disk } from '../connection/disk.ts';
import { dayOf, lineOf, logPathOf, logRoot, timeOf, type LogLevel } from './log-line.ts';
import { RobotFiles, type RobotFile } from './robot-files.ts';
import { seededFiles } from './seeded-files.ts';

const dayMs = 86_400_000;
const daysStored = 14;

interface LogDeps {
  sn: string;
  /** A light robot has no bytes: it answers with the files that it was delivered with. */
  light: boolean;
  disk: Disk;
  now: () => number;
}

/** The logs of a robot: one file per day and module, for two weeks. */
export class RobotLog {
  readonly #deps: LogDeps;
  readonly files: RobotFiles;
  #day = '';
  #isOpen = false;
  /** Called with each line that is written. */
  onLine: (line: string) => void = () => {};

  constructor(deps: LogDeps) {
    this.#deps = deps;
    this.files = new RobotFiles(() => deps.disk.folder());
  }

  /** Lines before are dropped. Returns whether it was closed. */
  open(): boolean {
    const wasClosed = !this.#isOpen;
    this.#isOpen = true;
    return wasClosed;
  }

  write(level: LogLevel, module: string, text: string) {
    const { light, disk } = this.#deps;
    if (light || !this.#isOpen || disk.isMounted?.() === false) return;
    const atMs = this.#deps.now();
    if (this.#day !== dayOf(atMs)) this.#beginDay(atMs);
    const line = lineOf({ atMs, level, module, text });
    this.files.append(logPathOf({ atMs, module }), line);
    this.onLine(line.trimEnd());
  }

  get isLight(): boolean {
    return this.#deps.light;
  }

  /** The newest lines of today and yesterday, oldest first. */
  newest(count: number): string[] {
    const days = [this.#deps.now() - dayMs, this.#deps.now()].map((ms) => `${logRoot}/${dayOf(ms)}`);
    const files = days.flatMap((day) => this.files.list(day));
    return files
      .flatMap(({ path }) =>
        this.files
          .read(path)
          .toString()
          .split('\n')
          .slice(-count - 1, -1),
      )
      .toSorted((a, b) => timeOf(a) - timeOf(b))
      .slice(-count);
  }

  /** All files under a folder, ordered by path. */
  list(folder: string): RobotFile[] {
    const { light, sn, now } = this.#deps;
    if (!light) return this.files.list(folder);
    return seededFiles(sn, now())
      .filter(({ path }) => path.startsWith(`${folder}/`))
      .map(({ path, content, mtimeMs }) => ({ path, bytes: content.length, mtimeMs }))
      .toSorted((a, b) => (a.path < b.path ? -1 : 1));
  }

  /** The lines of a period, one text per module. Empty modules stand for all. */
  linesOf(fromMs: number, toMs: number, modules: readonly string[]): Map<string, string> {
    const texts = new Map<string, string>();
    for (const { path } of this.files.list(logRoot)) {
      const [day = '', name = ''] = path.slice(logRoot.length + 1).split('/');
      const module = name.replace(/\.log$/, '');
      const isWanted = modules.length === 0 || modules.includes(module);
      if (!isWanted || day < dayOf(fromMs) || day > dayOf(toMs)) continue;
      const lines = this.files
        .read(path)
        .toString('utf8')
        .split(/(?<=\n)/);
      const inside = lines.filter((line) => timeOf(line) >= fromMs && timeOf(line) <= toMs);
      if (inside.length > 0) texts.set(module, (texts.get(module) ?? '') + inside.join(''));
    }
    return texts;
  }

  /** The first start writes the past, each later day drops the oldest one. */
  #beginDay(nowMs: number) {
    this.#day = dayOf(nowMs);
    if (!this.files.has(logRoot))
      for (const { path, content, mtimeMs } of seededFiles(this.#deps.sn, nowMs))
        this.files.write(path, content, mtimeMs);
    const oldest = dayOf(nowMs - daysStored * dayMs);
    const days = new Set(this.files.list(logRoot).map(({ path }) => path.split('/')[4] ?? ''));
    for (const day of days) if (day < oldest) this.files.remove(`${logRoot}/${day}`);
  }
}
