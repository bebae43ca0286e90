import type { Robot } from '../robot/robot.ts';
import type { RobotLog } from '../wire/logs/robot-log.ts';

export interface CommandMaterial {
  robot: Robot;
  log: Pick<RobotLog, 'newest'>;
  versions: () => Record<string, string>;
  now: () => number;
}

const diskMb = 32_768;
const memoryMb = 8_192;
const padded = (rows: readonly (readonly (string | number)[])[]) => {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => String(row[column]).length)));
  return rows.map((row) =>
    row
      .map((cell, column) => String(cell).padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  );
};

function spanOf(seconds: number): string {
  const [days, hours, minutes] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3_600) % 24,
    Math.floor(seconds / 60) % 60,
  ];
  const time = `${hours}:${String(minutes).padStart(2, '0')}`;
  return days > 0 ? `${days} days, ${time}` : time;
}

/** The processes of a robot's computer; those that move it work while it drives. */
function processesOf(robot: Robot): [pid: number, cpu: number, memory: number, name: string][] {
  const { cpuPct, memPct } = robot.vitals();
  const [busy, idle] = [Math.max(0, cpuPct - 6), 1];
  const isDriving = robot.drive.v !== 0;
  return [
    [1, 0, 0.2, 'init'],
    [212, idle, 0.4, 'sshd'],
    [305, idle, 1.1, 'mqtt-client'],
    [411, isDriving ? busy : 2, Math.round(memPct * 0.4), 'navigation'],
    [418, isDriving ? 3 : 1, Math.round(memPct * 0.2), 'lidar-driver'],
    [431, robot.activity.idle ? 0 : 2, 2.4, 'cleaning'],
    [502, 1, 3.6, 'hmi'],
  ];
}

const uptime = ({ robot, now }: CommandMaterial): string[] => {
  const load = (robot.vitals().cpuPct / 100).toFixed(2);
  const time = new Date(now()).toISOString().slice(11, 19);
  return [` ${time} up ${spanOf(robot.usage.upS)},  1 user,  load average: ${load}, ${load}, ${load}`];
};

const df = ({ robot }: CommandMaterial): string[] => {
  const { diskFreeMb } = robot.vitals();
  const used = diskMb - diskFreeMb;
  return padded([
    ['Filesystem', '1M-blocks', 'Used', 'Available', 'Use%', 'Mounted on'],
    ['/dev/mmcblk0p2', diskMb, used, diskFreeMb, `${Math.round((100 * used) / diskMb)}%`, '/'],
  ]);
};

const ps = ({ robot }: CommandMaterial): string[] =>
  padded([['PID', '%CPU', '%MEM', 'COMMAND'], ...processesOf(robot)]);

const version = ({ versions }: CommandMaterial): string[] =>
  Object.entries(versions()).map(([part, number]) => `${part} ${number}`);

/** One screen of `top`, for a terminal with so many rows. */
export function topScreen(material: CommandMaterial, rows: number): string[] {
  const { memPct, boardTempC } = material.robot.vitals();
  const usedMb = Math.round((memoryMb * memPct) / 100);
  return [
    ...uptime(material),
    `MiB Mem: ${memoryMb} total, ${usedMb} used   Board: ${boardTempC} °C   Battery: ${Math.round(material.robot.power.socPct)} %`,
    '',
    ...ps(material),
  ].slice(0, rows - 1);
}

const help = ['help uptime df ps log top sudo whoami version exit'];

/** The lines that a command prints; undefined for an unknown one. */
export function outputOf(
  name: string,
  words: readonly string[],
  user: string,
  material: CommandMaterial,
): string[] | undefined {
  if (name === 'help') return help;
  if (name === 'whoami') return [user];
  if (name === 'log') return material.log.newest(Math.min(200, Math.max(1, Number(words[0] ?? 20) || 20)));
  const commands: Record<string, ((of: CommandMaterial) => string[]) | undefined> = {
    uptime,
    df,
    ps,
    version,
  };
  return Object.hasOwn(commands, name) ? commands[name]?.(material) : undefined;
}
