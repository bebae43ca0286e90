import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/** A robot's disk: whole documents, and logs that only grow until they are written anew. */
export interface Disk {
  /** Whether another process will find what is written; only then is writing often worth it. */
  lasting: boolean;
  read: (name: string) => unknown;
  write: (name: string, document: unknown) => void;
  readLog: (name: string) => unknown[];
  append: (name: string, entry: unknown) => void;
  rewrite: (name: string, entries: readonly unknown[]) => void;
  /** Everything on it. */
  wipe: () => void;
}

/** Lasts as long as the process: a robot may reboot, but not be started again. */
export function memoryDisk(): Disk {
  const documents = new Map<string, unknown>();
  const logs = new Map<string, unknown[]>();
  return {
    lasting: false,
    read: (name) => documents.get(name),
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
    },
  };
}

const parsed = (text: string): unknown[] => {
  try {
    return [JSON.parse(text)];
  } catch {
    // A line torn by a power cut is the last one; what it was about to say is not lost but said again.
    return [];
  }
};

/** The disk as one start of the computer has it: what that one still writes after `detach` is written nowhere. */
export function mounted(disk: Disk): Disk & { detach: () => void } {
  let on = true;
  const whileOn =
    <A extends unknown[]>(act: (...given: A) => void) =>
    (...given: A) => {
      if (on) act(...given);
    };
  return {
    ...disk,
    write: whileOn(disk.write),
    append: whileOn(disk.append),
    rewrite: whileOn(disk.rewrite),
    detach: () => void (on = false),
  };
}

/** A folder. Documents are replaced as a whole, so that a cut never leaves half of one. */
export function folderDisk(folder: string): Disk {
  // It holds the robots' secrets.
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const at = (name: string) => join(folder, name);
  const replace = (name: string, text: string) => {
    writeFileSync(`${at(name)}.new`, text, { mode: 0o600 });
    renameSync(`${at(name)}.new`, at(name));
  };
  const textOf = (name: string) => (existsSync(at(name)) ? readFileSync(at(name), 'utf8') : '');
  return {
    lasting: true,
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
