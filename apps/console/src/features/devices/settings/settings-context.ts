import type { DeviceSettings } from '@sweepline/contract';
import { createContext, useContext } from 'react';
import type { SettingDraft } from './use-setting-draft.ts';
import type { SettingWords } from './use-setting-words.ts';

/** The data that every row of the page needs. */
export interface SettingsOnPage {
  settings: DeviceSettings;
  words: SettingWords;
  draft: SettingDraft;
  /** The requested values, or the reported value without a request; algorithm parameters as `algo.<key>`. */
  requested: Readonly<Record<string, unknown>>;
  reported: Readonly<Record<string, unknown>>;
  /** The faults of the draft by key: the name of a fault, or the server's message. */
  faults: Readonly<Record<string, string>>;
  /** The robot is online. */
  online: boolean;
  readOnly: boolean;
  onHistory: (name: string) => void;
}

export const SettingsContext = createContext<SettingsOnPage | null>(null);

export function useSettings(): SettingsOnPage {
  const page = useContext(SettingsContext);
  if (!page) throw new Error('useSettings is used outside of SettingsContext');
  return page;
}
