import { logLevels, type deviceLogCalls, type Input, type LogLine, type Output } from '@sweepline/contract';
import { Refusal, wrongField } from '../../../platform/calls/ctx.ts';
import type { ZipEntry } from '../../../platform/files/zip-directory.ts';
import { openEntry, readable, type LogArchive } from './log-archive.ts';
import { readFileLines, type FileLines } from './log-file-lines.ts';

type Wish = Omit<Input<typeof deviceLogCalls.lines>, 'id'>;
type Answer = Output<typeof deviceLogCalls.lines>;

/** Files that are open at once, each with a few chunks in memory. */
const maxOpenFiles = 64;
/** Characters that one call reads after its cursor: it ends before a page gives up. */
const maxCharacters = 32 * 1024 * 1024;
const knownLevels: readonly string[] = logLevels;

function entriesOf({ entries }: LogArchive, file: string | undefined): ZipEntry[] {
  if (file === undefined) {
    if (entries.length > maxOpenFiles) throw wrongField('file', 'REQUIRED');
    return entries;
  }
  const entry = entries.find(({ name }) => name === file);
  if (!entry) throw new Refusal('notFound');
  return [entry];
}

/** Whether a line is asked for. A level that is not ours has no filter, so it is shown beside any. */
function filterOf({ levels, module, keyword, from, to }: Wish): (line: LogLine) => boolean {
  const levelSet = levels?.length ? new Set<string>(levels) : undefined;
  const text = keyword?.toLowerCase();
  const [fromMs, toMs] = [from, to].map((it) => (it === undefined ? undefined : Date.parse(it)));
  return (line) => {
    if (levelSet && knownLevels.includes(line.level) && !levelSet.has(line.level)) return false;
    if (module && line.module !== module) return false;
    const atMs = line.at === null ? undefined : Date.parse(line.at);
    if (fromMs !== undefined && (atMs === undefined || atMs < fromMs)) return false;
    if (toMs !== undefined && (atMs === undefined || atMs > toMs)) return false;
    return !text || line.text.toLowerCase().includes(text);
  };
}

/** The file whose next line is the oldest. Lines without a time come first. */
const oldestOf = (files: readonly FileLines[]): FileLines | undefined => {
  let oldest: FileLines | undefined;
  for (const file of files)
    if (file.head && (!oldest?.head || file.head.atMs < oldest.head.atMs)) oldest = file;
  return oldest;
};

async function mergeLines(files: readonly FileLines[], wish: Wish): Promise<Answer> {
  const isWanted = filterOf(wish);
  const lines: LogLine[] = [];
  let [n, characters] = [0, 0];
  for (let file = oldestOf(files); file?.head; file = oldestOf(files), n++) {
    if (lines.length >= wish.limit || characters > maxCharacters) return { lines, cursor: n };
    if (n >= wish.cursor) {
      const { atMs, at, level, module, text } = file.head;
      characters += text.length;
      const line = { n, file: file.name, at: Number.isFinite(atMs) ? at : null, level, module, text };
      if (isWanted(line)) lines.push(line);
    }
    if (!file.advance()) await file.fill();
  }
  return { lines, cursor: null };
}

/**
 * Lines of the archive by time, read in one stream per file: the memory does not grow with the archive. A page begins with the first
 * line again, because a packed file cannot be entered in the middle.
 */
export async function readLines(archive: LogArchive, wish: Wish): Promise<Answer> {
  const entries = entriesOf(archive, wish.file);
  const files: FileLines[] = [];
  try {
    for (const entry of entries) {
      const content = await readable(openEntry(archive, entry));
      files.push(readFileLines(entry.name, content));
    }
    for (const file of files) await readable(file.fill());
    return await readable(mergeLines(files, wish));
  } finally {
    for (const file of files) file.close();
  }
}
