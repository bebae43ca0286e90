import type { DeviceSettings } from '@sweepline/contract';
import { algoKey, canonicalJson, flatSettings } from '@sweepline/contract/robot';
import { useState } from 'react';

type Values = Readonly<Record<string, unknown>>;
interface Draft {
  /** The version that the first edit is based on. */
  version: number;
  values: Values;
}

export const isSame = (one: unknown, other: unknown) =>
  one === other ||
  (one !== undefined && other !== undefined && canonicalJson([one]) === canonicalJson([other]));

/** The requested values, and the reported value where there is no request. */
export const requestedOf = ({ desired, reported }: DeviceSettings): Values => ({
  ...flatSettings(reported ?? {}),
  ...flatSettings(desired),
});

/** Changed keys in the shape of the call: algorithm parameters in one object. */
export function inputOf(values: Values): Record<string, unknown> {
  const plain: Record<string, unknown> = {};
  const algo: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(values))
    if (key.startsWith(`${algoKey}.`)) algo[key.slice(algoKey.length + 1)] = value;
    else plain[key] = value;
  return Object.keys(algo).length > 0 ? { ...plain, [algoKey]: algo } : plain;
}

/** The unsaved changes by key; a refetch does not overwrite them. */
export function useSettingDraft(settings: DeviceSettings) {
  const [draft, setDraft] = useState<Draft | null>(null);
  const requested = requestedOf(settings);
  const withValues = (before: Draft | null, values: Values): Draft | null =>
    Object.keys(values).length === 0 ? null : { version: before?.version ?? settings.version, values };
  const undo = (key: string) =>
    setDraft((before) => {
      const { [key]: _, ...rest } = before?.values ?? {};
      return withValues(before, rest);
    });
  return {
    values: draft?.values ?? {},
    version: draft?.version ?? settings.version,
    count: Object.keys(draft?.values ?? {}).length,
    /** Another user saved, or the robot was edited, since the draft began. */
    stale: draft !== null && draft.version !== settings.version,
    set: (key: string, value: unknown) =>
      isSame(value, requested[key] ?? null) || isSame(value, requested[key])
        ? undo(key)
        : setDraft((before) => withValues(before, { ...before?.values, [key]: value })),
    undo,
    clear: () => setDraft(null),
    /** Applies the own changes on top of the newer values. */
    rebase: () => setDraft((before) => before && { ...before, version: settings.version }),
  };
}
export type SettingDraft = ReturnType<typeof useSettingDraft>;
