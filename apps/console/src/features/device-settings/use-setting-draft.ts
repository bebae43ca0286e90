import type { DeviceSettings } from '@sweepline/contract';
import { algoKey, canonicalJson, flatSettings } from '@sweepline/contract/robot';
import { useState } from 'react';

type Values = Readonly<Record<string, unknown>>;
interface Draft {
  /** What the person saw when they began. */
  version: number;
  values: Values;
}

export const isSame = (one: unknown, other: unknown) =>
  one === other ||
  (one !== undefined && other !== undefined && canonicalJson([one]) === canonicalJson([other]));

/** What the console wishes, and where nobody wished anything what the robot has. */
export const wishedOf = ({ desired, reported }: DeviceSettings): Values => ({
  ...flatSettings(reported ?? {}),
  ...flatSettings(desired),
});

/** Changed keys as the call wants them: parameters of algorithms together. */
export function sendable(values: Values): Record<string, unknown> {
  const plain: Record<string, unknown> = {};
  const algo: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(values))
    if (key.startsWith(`${algoKey}.`)) algo[key.slice(algoKey.length + 1)] = value;
    else plain[key] = value;
  return Object.keys(algo).length > 0 ? { ...plain, [algoKey]: algo } : plain;
}

/** What was changed on the page and is not saved yet, key by key; it stays whatever arrives meanwhile. */
export function useSettingDraft(settings: DeviceSettings) {
  const [draft, setDraft] = useState<Draft | null>(null);
  const wished = wishedOf(settings);
  const put = (before: Draft | null, values: Values): Draft | null =>
    Object.keys(values).length === 0 ? null : { version: before?.version ?? settings.version, values };
  const undo = (key: string) =>
    setDraft((before) => {
      const { [key]: _, ...rest } = before?.values ?? {};
      return put(before, rest);
    });
  return {
    values: draft?.values ?? {},
    version: draft?.version ?? settings.version,
    count: Object.keys(draft?.values ?? {}).length,
    /** Somebody else saved, or the robot was edited, since the person began. */
    stale: draft !== null && draft.version !== settings.version,
    set: (key: string, value: unknown) =>
      isSame(value, wished[key] ?? null) || isSame(value, wished[key])
        ? undo(key)
        : setDraft((before) => put(before, { ...before?.values, [key]: value })),
    undo,
    clear: () => setDraft(null),
    /** Goes on with one's own changes on top of what came meanwhile. */
    goOn: () => setDraft((before) => before && { ...before, version: settings.version }),
  };
}
export type SettingDraft = ReturnType<typeof useSettingDraft>;
