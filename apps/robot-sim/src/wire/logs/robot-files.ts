import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface RobotFile {
  /** The path on the robot, as `/var/log/robot/2026-11-20/run.log`. */
  path: string;
  bytes: number;
  mtimeMs: number;
}

/** The part of the robot's disk that the server reaches by path. Callers check paths against the allow-list first. */
export class RobotFiles {
  readonly #folder: () => string;

  constructor(folder: () => string) {
    this.#folder = folder;
  }

  /** The place of a robot's path on the disk of this computer. */
  at = (path: string): string => join(this.#folder(), 'files', path);

  has = (path: string): boolean => existsSync(this.at(path));

  isFile = (path: string): boolean => statSync(this.at(path), { throwIfNoEntry: false })?.isFile() === true;

  append(path: string, text: string) {
    mkdirSync(dirname(this.at(path)), { recursive: true });
    appendFileSync(this.at(path), text);
  }

  write(path: string, content: string, mtimeMs: number) {
    mkdirSync(dirname(this.at(path)), { recursive: true });
    writeFileSync(this.at(path), content);
    utimesSync(this.at(path), new Date(mtimeMs), new Date(mtimeMs));
  }

  read = (path: string): Buffer => readFileSync(this.at(path));

  remove(path: string) {
    rmSync(this.at(path), { recursive: true, force: true });
  }

  /** All files under a folder, ordered by path; a file is its own list. */
  list(path: string): RobotFile[] {
    if (!this.has(path)) return [];
    const { size, mtimeMs } = statSync(this.at(path));
    if (this.isFile(path)) return [{ path, bytes: size, mtimeMs }];
    return readdirSync(this.at(path))
      .toSorted((a, b) => (a < b ? -1 : 1))
      .flatMap((name) => this.list(`${path}/${name}`));
  }
}
