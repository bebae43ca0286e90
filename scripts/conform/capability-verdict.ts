import {
  alsoSaysOf,
  can,
  capabilitiesOf,
  lackingOf,
  offeredOf,
  type Capability,
  type Vehicle,
} from '@sweepline/contract/robot';
import type { Row } from './test-run.ts';

/** What the console offers for a capability, and the rules that test it: ids or beginnings of ids. */
interface CapabilityTest {
  page: string;
  rules: readonly string[];
}

const capabilityTests: Partial<Record<Capability, CapabilityTest>> = {
  navigate: { page: 'Drive to a point', rules: ['ORDER-1', 'ORDER-7'] },
  clean: { page: 'Tasks, plans, calendar, reports', rules: ['CLEAN-1'] },
  pause: { page: 'Pause and go on', rules: ['ORDER-4'] },
  charge: { page: 'Send home to charge', rules: ['CHARGE-1', 'CHARGE-2'] },
  place: { page: 'Place on a map', rules: [] },
  promote: { page: 'Promotion tours', rules: [] },
  skip: { page: 'Skip a zone of a run', rules: [] },
  maps: { page: 'Maps: send to the robot', rules: ['MAP-2', 'MAP-3'] },
  zones: { page: 'No-go and slow zones', rules: ['MAP-4'] },
  sleep: { page: 'Sleep and wake-up', rules: ['SLEEP-'] },
  locate: { page: 'Find by light and sound', rules: ['COMMAND-7'] },
  relocate: { page: 'Remote relocation', rules: ['RELOCATE-'] },
  drive: { page: 'Remote driving', rules: ['DRIVE-'] },
  reboot: { page: 'Reboot', rules: [] },
  restore: { page: 'Restore default settings', rules: [] },
  freeze: { page: 'Freeze', rules: ['FREEZE-'] },
  selfCheck: { page: 'Self-check', rules: [] },
  parts: { page: 'Cleaning parts by hand', rules: [] },
  consumables: { page: 'Consumables', rules: [] },
  settings: { page: 'Settings', rules: ['SETTINGS-'] },
  schedules: { page: 'Plans on the robot', rules: [] },
  reports: { page: 'Report of the robot', rules: ['CLEAN-2', 'CLEAN-5'] },
  telemetry: { page: 'Live figures', rules: ['CLEAN-4', 'COMMAND-8'] },
  video: { page: 'Video', rules: [] },
  shell: { page: 'Remote shell', rules: ['SHELL-'] },
  liveLog: { page: 'Live log', rules: [] },
  logPull: { page: 'Log upload', rules: [] },
  files: { page: 'Files', rules: [] },
  ota: { page: 'Updates', rules: ['UPDATE-'] },
};

export interface CapabilityRow {
  capability: Capability;
  page: string;
  declared: boolean;
  /** Rules that hold, and those that do not. */
  holds: readonly string[];
  fails: readonly string[];
  verdict: 'WORKS' | 'FAILS' | 'NOT_TESTED' | 'NOT_DECLARED';
}

function rowOf(vehicle: Vehicle, rows: readonly Row[], capability: Capability): CapabilityRow {
  const { page, rules } = capabilityTests[capability] ?? { page: capability, rules: [] };
  const tests = rows.filter(({ id }) =>
    rules.some((rule) => id === rule || (rule.endsWith('-') && id.startsWith(rule))),
  );
  const ids = (result: Row['verdict']['result']) =>
    tests.filter(({ verdict }) => verdict.result === result).map(({ id }) => id);
  const [holds, fails] = [ids('HOLDS'), ids('FAILS')];
  const declared = can(vehicle, capability);
  const tested = fails.length > 0 ? 'FAILS' : holds.length > 0 ? 'WORKS' : 'NOT_TESTED';
  return { capability, page, declared, holds, fails, verdict: declared ? tested : 'NOT_DECLARED' };
}

/** A verdict for each capability that the robot declares, then those that the console would offer. */
export const capabilityRows = (vehicle: Vehicle, rows: readonly Row[]): CapabilityRow[] =>
  [...capabilitiesOf(vehicle).filter((it) => it in capabilityTests), ...lackingOf(vehicle)].map((it) =>
    rowOf(vehicle, rows, it),
  );

/** The pages that the console will offer for the robot. */
export const pagesOf = (vehicle: Vehicle): string[] =>
  offeredOf(vehicle).map((it) => capabilityTests[it]?.page ?? it);

const marks: Record<CapabilityRow['verdict'], string> = {
  WORKS: '✓ declared, tested, works',
  FAILS: '✗ declared, does not work',
  NOT_TESTED: '· declared, not tested',
  NOT_DECLARED: '– not declared',
};
export const wordOf = ({ verdict }: CapabilityRow) => marks[verdict];

/** The table of capabilities for the command line. */
export function capabilityLines(vehicle: Vehicle, rows: readonly Row[]): string[] {
  const table = capabilityRows(vehicle, rows).map((row) =>
    `${row.capability.padEnd(13)}${wordOf(row).padEnd(28)}${row.fails.join(', ')}`.trimEnd(),
  );
  const alsoSays = alsoSaysOf(vehicle);
  return [
    ...table,
    '',
    `The console will offer: ${pagesOf(vehicle).join(' · ')}`,
    ...(alsoSays.length > 0 ? [`It also says: ${alsoSays.join(', ')}`] : []),
  ];
}
