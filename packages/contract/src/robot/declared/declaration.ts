import { z } from 'zod';
import { cameras } from '../video/cameras.ts';
import type { XReported } from '../vendor-status.ts';

/** The languages of the console; `en` stands for the others. */
const named = z.object({ key: z.string(), name: z.record(z.string(), z.string()) });
/** A cleaning mode or strength as the robot names it. */
export type Named = z.infer<typeof named>;

/** How a robot cleans, as it says itself: docs/protocol/capabilities.md#cleaning. */
export const cleaningDeclaration = z.object({
  toolWidthM: z.number().nullable(),
  toolOffsetM: z.number().nullable(),
  bodyWidthM: z.number().nullable(),
  modes: z.array(named),
  /** Weakest first. */
  strengths: z.array(named),
  waterLitres: z.number().nullable(),
  /** m²/h. */
  areaPerHour: z.number().nullable(),
});
export type CleaningDeclaration = z.infer<typeof cleaningDeclaration>;

/** What a robot says about itself besides the actions of its factsheet. */
export const declared = z.object({
  /** Null if it names none; a robot of our models then has those of its model. */
  capabilities: z.array(z.string()).nullable(),
  cleaning: cleaningDeclaration.nullable(),
  /** Of the factsheet: metres, m/s. */
  widthM: z.number().nullable(),
  maxSpeedMps: z.number().nullable(),
});
export type Declared = z.infer<typeof declared>;

/** The fields of a device that tell its capabilities. A server of the version before sends no `declared`. */
export const vehicleFields = {
  protocol: z.enum(['v3', 'v2']),
  /** The action types that its factsheet lists; null before the first. */
  actions: z.array(z.string()).nullable(),
  declared: declared.nullable().default(null),
};

/** Sections of desired state: docs/protocol/settings.md#desired-and-reported. */
export const sectionNames = ['settings', 'consumables', 'tasks', 'schedules', 'ai', 'audio'] as const;

const maxWords = 100;
const maxChoices = 20;
/** A wider tool or body is a mistake, such as centimetres. */
const maxWidthM = 5;

type Faults = string[];
const isText = (value: unknown, max: number): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= max;

function numberIn(source: Record<string, unknown>, key: string, min: number, max: number, faults: Faults) {
  const value = source[key];
  if (value === undefined || value === null) return null;
  if (typeof value === 'number' && value >= min && value <= max) return value;
  faults.push(`cleaning.${key}`);
  return null;
}

const languages = z.record(z.string().max(16), z.string().min(1).max(60));

/** Texts, or objects with a key and a name: one text, or one in each language. */
function choicesIn(source: Record<string, unknown>, key: 'modes' | 'strengths', faults: Faults): Named[] {
  const list = source[key] ?? [];
  const found: Named[] = [];
  for (const item of Array.isArray(list) ? list : [undefined]) {
    const entry: unknown = typeof item === 'string' ? { key: item } : item;
    const { key: word, name } = (entry ?? {}) as { key?: unknown; name?: unknown };
    const names = languages.safeParse(typeof name === 'string' ? { en: name } : (name ?? {}));
    const isNew = !found.some((it) => it.key === word) && found.length < maxChoices;
    if (isText(word, 40) && names.success && isNew) found.push({ key: word, name: names.data });
    else faults.push(`cleaning.${key}`);
  }
  return found;
}

function cleaningIn(source: Record<string, unknown>, faults: Faults): CleaningDeclaration {
  const toolWidthM = numberIn(source, 'toolWidthM', 0.05, maxWidthM, faults);
  return {
    toolWidthM,
    toolOffsetM: numberIn(source, 'toolOffsetM', -maxWidthM, maxWidthM, faults),
    bodyWidthM: numberIn(source, 'bodyWidthM', 0.05, maxWidthM, faults),
    modes: choicesIn(source, 'modes', faults),
    strengths: choicesIn(source, 'strengths', faults),
    waterLitres: numberIn(source, 'waterLitres', 0, 10_000, faults),
    areaPerHour: numberIn(source, 'areaPerHour', 0, 100_000, faults),
  };
}

/** The field that has to say more about a capability. */
const evidence: Record<string, string> = {
  video: 'cameras',
  liveLog: 'streamKinds',
  shell: 'sshHostKey',
  audio: 'audioSlots',
};

/** Whether a robot names a capability without what it takes to use it. */
function lacks(
  word: string,
  { streams, streamKinds, sshHostKey, audioSlots }: XReported,
  views: readonly string[],
) {
  if (word === 'video') return views.length === 0 || !streams?.includes('WS_JPEG');
  if (word === 'liveLog') return !streamKinds?.includes('LOG');
  if (word === 'audio') return !audioSlots?.length;
  return word === 'shell' && (!streamKinds?.includes('SSH') || !sshHostKey);
}

/** What `xReported` declares, without what contradicts itself; the fields of that are named. */
export function readDeclaration(reported: XReported): {
  reported: XReported;
  capabilities: string[] | null;
  cleaning: CleaningDeclaration | null;
  faults: string[];
} {
  const faults: Faults = [];
  const words = reported.capabilities?.filter((word) => isText(word, 40));
  const capabilities = words ? [...new Set(words)].slice(0, maxWords) : null;
  if (capabilities && capabilities.length < (reported.capabilities?.length ?? 0)) faults.push('capabilities');
  const cleaning = reported.cleaning ? cleaningIn(reported.cleaning, faults) : null;
  const views = [...new Set(reported.cameras)].filter((view) => cameras.some((it) => it === view));
  if (views.length < (reported.cameras?.length ?? 0)) faults.push('cameras');
  const lacking = capabilities?.filter((word) => lacks(word, reported, views)) ?? [];
  for (const word of lacking) faults.push(evidence[word] ?? 'capabilities');
  const sections = Object.entries(reported.sections);
  const isKnown = (name: string) => sectionNames.some((it) => it === name);
  for (const [name] of sections) if (!isKnown(name)) faults.push(`sections.${name}`);
  return {
    reported: {
      ...reported,
      ...(reported.cameras && { cameras: views }),
      sections: Object.fromEntries(sections.filter(([name]) => isKnown(name))),
    },
    capabilities: capabilities?.filter((word) => !lacking.includes(word)) ?? null,
    cleaning,
    faults: [...new Set(faults)],
  };
}
