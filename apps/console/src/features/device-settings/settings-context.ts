import type { DeviceSettings } from '@sweepline/contract';
import { createContext, useContext } from 'react';
import type { SettingDraft } from './use-setting-draft.ts';
import type { SettingWords } from './use-setting-words.ts';

/** What every row of the page needs to know. */
export interface SettingsOnPage {
  settings: DeviceSettings;
  words: SettingWords;
  draft: SettingDraft;
  /** Wished, and where nobody wished anything reported; parameters of algorithms as `algo.<key>`. */
  wished: Readonly<Record<string, unknown>>;
  reported: Readonly<Record<string, unknown>>;
  /** What is wrong with the draft, by key: a fault's name, or the server's words. */
  faults: Readonly<Record<string, string>>;
  /** The robot can be reached now. */
  online: boolean;
  readOnly: boolean;
  onHistory: (name: string) => void;
}

export const SettingsContext = createContext<SettingsOnPage | null>(null);

export function useSettings(): SettingsOnPage {
  const page = useContext(SettingsContext);
  if (!page) throw new Error('a setting stands outside its page');
  return page;
}
