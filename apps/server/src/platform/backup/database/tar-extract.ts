import { closeSync, fsyncSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TarSink } from './tar-reader.ts';

/** Writes the entries of an archive below a folder, each file flushed to the disk. Links are refused: they may lead out of it. */
export function extractInto(folder: string): TarSink {
  let file: number | undefined;
  return {
    begin: ({ path, kind }) => {
      if (kind === 'LINK') throw new Error('the database has a folder outside its own');
      const target = join(folder, path);
      if (kind === 'FOLDER') return void mkdirSync(target, { recursive: true, mode: 0o700 });
      mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
      file = openSync(target, 'w', 0o600);
    },
    content: (bytes) => {
      for (let at = 0; file !== undefined && at < bytes.length;) at += writeSync(file, bytes, at);
    },
    end: () => {
      if (file === undefined) return;
      fsyncSync(file);
      closeSync(file);
      file = undefined;
    },
  };
}
