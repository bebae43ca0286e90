import { settingModels } from '@sweepline/contract';
import type { SettingField } from '@sweepline/contract/robot';
import { createContext, useContext, type ComponentType } from 'react';

export type SettingModel = (typeof settingModels)[number];

export interface SettingWords {
  nameOf: (key: string) => string;
  valueText: (key: string, value: unknown) => string;
  reasonOf: (code: string) => string;
  optionText: (key: string, value: string) => string;
}

/** What the settings of a single device know: the words of each setting, and its control. The app puts the two together. */
export interface SettingParts {
  words: Readonly<Record<SettingModel, SettingWords>>;
  Control: ComponentType<{
    field: SettingField;
    name: string;
    label: string;
    value: unknown;
    disabled: boolean;
    optionText: (value: string) => string;
    onChange: (value: unknown) => void;
  }>;
}

export const SettingPartsContext = createContext<SettingParts | null>(null);

export function useSettingParts(): SettingParts {
  const parts = useContext(SettingPartsContext);
  if (!parts) throw new Error('settings have no words here');
  return parts;
}

/** The words of a model's settings; of one that is not known yet those of any, since there is nothing to say. */
export function useSettingWords(model: SettingModel | undefined): SettingWords {
  const { words } = useSettingParts();
  return words[model ?? settingModels[0]];
}
