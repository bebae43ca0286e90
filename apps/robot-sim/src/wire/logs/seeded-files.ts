import { between, pick, randomFrom, seedFor, type Random } from '../../random.ts';
import { lineOf, logPathOf, type LogLevel, type LogLine } from './log-line.ts';

const dayMs = 86_400_000;
const daysBack = 3;
const alarmTexts = [
  ['WARN', '20302 WATER_LOW raised'],
  ['WARN', '10101 path blocked'],
  ['ERROR', '30101 wheel motor overcurrent'],
  ['ERROR', '50201 camera without picture'],
] as const;

/** A file that a robot was delivered with. */
interface SeededFile {
  path: string;
  content: string;
  mtimeMs: number;
}

const line =
  (module: string, level: LogLevel = 'INFO') =>
  (atMs: number, text: string): LogLine => ({ atMs: Math.round(atMs), level, module, text });
const [system, connection, battery, mode, run] = ['system', 'connection', 'battery', 'mode', 'run'].map(
  (module) => line(module),
) as [Write, Write, Write, Write, Write];
type Write = ReturnType<typeof line>;

function runLines(random: Random, startMs: number): LogLine[] {
  const id = Math.floor(random() * 0xffffffff).toString(16);
  const areas = 2 + Math.floor(random() * 4);
  const areaMs = between(random, 6, 14) * 60_000;
  const endMs = startMs + areas * areaMs;
  const cleaning = Array.from({ length: areas }, (_, i) =>
    run(startMs + i * areaMs + 20_000, `${id} cleaning area ${i + 1} of ${areas}`),
  );
  return [
    run(startMs, `${id} started`),
    mode(startMs + 100, 'AUTO_CLEANING'),
    ...cleaning,
    run(endMs, `${id} COMPLETED ${Math.round(areas * between(random, 40, 90))} m2`),
    mode(endMs + 400, 'STANDBY'),
  ];
}

function alarmLines(random: Random, startMs: number): LogLine[] {
  const [level, text] = pick(random, alarmTexts) ?? alarmTexts[0];
  const alarm = line('alarm', level);
  return [alarm(startMs, text), line('alarm')(startMs + between(random, 20, 900) * 1000, `${text} cleared`)];
}

function dayLines(random: Random, startMs: number): LogLine[] {
  const hour = (h: number) => startMs + h * 3_600_000 + between(random, 0, 1_800_000);
  const charge = Array.from({ length: 24 }, (_, h) =>
    battery(startMs + h * 3_600_000, `charge ${Math.round(between(random, 35, 100))} %`),
  );
  return [
    system(hour(5), 'started, self-check passed'),
    connection(hour(5), 'online'),
    ...runLines(random, hour(6)),
    ...runLines(random, hour(18)),
    ...alarmLines(random, hour(7)),
    ...alarmLines(random, hour(19)),
    connection(hour(12), 'lost'),
    connection(hour(13), 'online'),
    line('system', 'DEBUG')(hour(3), 'disk check passed'),
    ...charge,
  ];
}

/** The logs of some days before a time, and files to give out: the same for a serial number and a day. */
export function seededFiles(sn: string, nowMs: number): SeededFile[] {
  const today = Math.floor(nowMs / dayMs) * dayMs;
  const texts = new Map<string, { content: string; mtimeMs: number }>();
  for (let day = daysBack; day >= 0; day--) {
    const startMs = today - day * dayMs;
    const random = randomFrom(seedFor(`${sn} log`, startMs / dayMs));
    const past = dayLines(random, startMs).filter(({ atMs }) => atMs < nowMs);
    for (const entry of past.toSorted((a, b) => a.atMs - b.atMs)) {
      const content = (texts.get(logPathOf(entry))?.content ?? '') + lineOf(entry);
      texts.set(logPathOf(entry), { content, mtimeMs: entry.atMs });
    }
  }
  return [
    ...[...texts].map(([path, file]) => ({ path, ...file })),
    { path: '/data/export/device.json', content: JSON.stringify({ sn }), mtimeMs: today },
    { path: '/data/export/cleaning.csv', content: 'day,areaM2\n1,420\n2,388\n3,431\n', mtimeMs: today },
  ];
}
