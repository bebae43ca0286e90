import { langs, type Lang, type VoiceSlot } from '@sweepline/contract';
import { usualSlots, type AudioItem, type AudioSection, type ReportedSlot } from '@sweepline/contract/robot';
import type { RolledSound } from '../../../entities/brand/voice-set-table.ts';

/** The languages in which a robot looks for a sound: its own, then English, then the others. It is never silent for a missing one. */
const languagesFor = (language: Lang | null): Lang[] => [
  ...new Set<Lang>([language ?? 'en', 'en', ...langs]),
];

/** The sound of each slot that a robot has, in the first language of its chain that has one. */
export function soundsFor(
  sounds: readonly RolledSound[],
  language: Lang | null,
  slots: readonly string[],
): RolledSound[] {
  const chain = languagesFor(language);
  return slots.flatMap((slot) => {
    const here = sounds.filter((sound) => sound.slot === slot);
    const chosen = chain.flatMap((wanted) => here.filter((sound) => sound.language === wanted))[0];
    return chosen ? [chosen] : [];
  });
}

/** The section `audio` with these sounds. */
export const documentOf = (sounds: readonly RolledSound[]): AudioSection => ({
  items: sounds.map(({ slot, fileId, sha256, bytes, format }): AudioItem => ({
    slot,
    fileId,
    sha256,
    bytes,
    format,
  })),
});

/** Slots in the order of pages: those of our models, then others. */
export const inOrder = (slots: Iterable<string>): string[] => {
  const all = [...new Set(slots)];
  const others = all.filter((slot) => !usualSlots.includes(slot)).toSorted();
  return [...usualSlots.filter((slot) => all.includes(slot)), ...others];
};

/** The section of a robot as far as slots need it. */
export interface SectionState {
  version: number;
  state: 'IN_SYNC' | 'AWAITING_SYNC' | 'SYNCING' | 'SYNC_FAILED';
  code: string;
}

/** Where a slot stands. What the robot says about the slot decides; the section stands for a robot that says nothing. */
function stateOfSlot(
  hash: string,
  section: SectionState | null,
  report: ReportedSlot | undefined,
): Pick<VoiceSlot, 'state' | 'code' | 'drifted'> {
  const is = (state: VoiceSlot['state'], code = '', drifted = false) => ({ state, code, drifted });
  if (!section || section.version === 0) return is('APPLIED');
  const plays = report?.sha256 ?? '';
  if (report && report.status === 'APPLIED' && plays === hash) return is('APPLIED');
  switch (section.state) {
    case 'AWAITING_SYNC':
      return is('WAITING');
    case 'SYNCING':
      return report?.status === 'FAILED' ? is('FAILED', report.code) : is('SYNCING');
    case 'SYNC_FAILED':
      return is('FAILED', report?.code || section.code);
    case 'IN_SYNC':
      return is('APPLIED', '', report !== undefined && plays !== hash);
  }
}

interface Slots {
  slots: readonly string[];
  reported: readonly ReportedSlot[];
  section: (SectionState & { items: readonly AudioItem[] }) | null;
  /** File names by hash. */
  names: ReadonlyMap<string, string>;
}

/** Every slot of a robot: what it is to play, and what it plays. */
export function slotsNow({ slots, reported, section, names }: Slots): VoiceSlot[] {
  const items = section?.items ?? [];
  const known = inOrder([...slots, ...reported.map(({ slot }) => slot), ...items.map(({ slot }) => slot)]);
  return known.map((slot) => {
    const hash = items.find((item) => item.slot === slot)?.sha256 ?? '';
    const report = reported.find((entry) => entry.slot === slot);
    const plays = report?.sha256 ?? '';
    return {
      slot,
      ...stateOfSlot(hash, section, report),
      wanted: hash === '' ? '' : (names.get(hash) ?? hash.slice(0, 8)),
      plays: plays === '' ? '' : (names.get(plays) ?? null),
      since:
        report?.at !== undefined && !Number.isNaN(Date.parse(report.at))
          ? new Date(report.at).toISOString()
          : null,
      count: report?.plays ?? null,
    };
  });
}
