import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A robot's disk: whole documents, and append-only logs that can be rewritten. */
export interface Disk {
  /** Whether another process can read the data; only then is frequent saving useful. */
  persistent: boolean;
  read: (name: string) => unknown;
  write: (name: string, document: unknown) => void;
  readLog: (name: string) => unknown[];
  append: (name: string, entry: unknown) => void;
  rewrite: (name: string, entries: readonly unknown[]) => void;
  /** A folder for files that are too large for a document. */
  folder: () => string;
  /** Whether this boot may still write; a disk that was never mounted may. */
  isMounted?: () => boolean;
  /** Deletes everything. */
  wipe: () => void;
}

let temporary: string | undefined;
let folders = 0;
/** The folder for the files of all disks in memory; the end of the process deletes it. */
function temporaryFolder(): string {
  if (temporary !== undefined) return temporary;
  const created = mkdtempSync(join(tmpdir(), 'robotsim-'));
  process.once('exit', () => rmSync(created, { recursive: true, force: true }));
  temporary = created;
  return created;
}

/** A disk in memory: it survives a reboot of the robot, not a restart of the process. */
export function memoryDisk(): Disk {
  const documents = new Map<string, unknown>();
  const logs = new Map<string, unknown[]>();
  let files: string | undefined;
  const removeFiles = () => {
    if (files !== undefined) rmSync(files, { recursive: true, force: true });
    files = undefined;
  };
  const folder = () => {
    files ??= join(temporaryFolder(), String(++folders));
    mkdirSync(files, { recursive: true });
    return files;
  };
  return {
    persistent: false,
    folder,
    // A copy, so that a robot that restarts shares no state with the one before.
    read: (name) => structuredClone(documents.get(name)),
    write: (name, document) => void documents.set(name, document),
    readLog: (name) => logs.get(name) ?? [],
    append: (name, entry) => {
      const log = logs.get(name) ?? [];
      log.push(entry);
      logs.set(name, log);
    },
    rewrite: (name, entries) => void logs.set(name, [...entries]),
    wipe: () => {
      documents.clear();
      logs.clear();
      removeFiles();
    },
  };
}

const parsed = (text: string): unknown[] => {
  try {
    return [JSON.parse(text)];
  } catch {
    // A power cut can truncate the last line; its content is sent again.
    return [];
  }
};

/** The disk for one boot of the computer; writes after `detach` are ignored. */
export function mountDisk(disk: Disk): Disk & { detach: () => void } {
  let on = true;
  const whileOn =
    <A extends unknown[]>(write: (...args: A) => void) =>
    (...args: A) => {
      if (on) write(...args);
    };
  return {
    ...disk,
    write: whileOn(disk.write),
    append: whileOn(disk.append),
    rewrite: whileOn(disk.rewrite),
    isMounted: () => on,
    detach: () => void (on = false),
  };
}

/** A disk in a folder. Documents are replaced atomically, so that a power cut leaves no half document. */
export function folderDisk(folder: string): Disk {
  // The folder contains the robots' secrets.
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const at = (name: string) => join(folder, name);
  const replace = (name: string, text: string) => {
    writeFileSync(`${at(name)}.new`, text, { mode: 0o600 });
    renameSync(`${at(name)}.new`, at(name));
  };
  const textOf = (name: string) => (existsSync(at(name)) ? readFileSync(at(name), 'utf8') : '');
  return {
    persistent: true,
    folder: () => folder,
    read: (name) => parsed(textOf(name))[0],
    write: (name, document) => replace(name, JSON.stringify(document)),
    readLog: (name) =>
      textOf(name)
        .split('\n')
        .flatMap((line) => (line === '' ? [] : parsed(line))),
    append: (name, entry) => appendFileSync(at(name), `${JSON.stringify(entry)}\n`, { mode: 0o600 }),
    rewrite: (name, entries) => replace(name, entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')),
    wipe: () => {
      for (const name of readdirSync(folder)) rmSync(at(name), { recursive: true, force: true });
    },
  };
}
