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

/** Texts and the control of settings, from the feature of device settings. The app connects the two features. */
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
  if (!parts) throw new Error('useSettingParts needs a SettingPartsContext');
  return parts;
}

/** The texts of a model's settings. While the model loads, those of the first model. */
export function useSettingWords(model: SettingModel | undefined): SettingWords {
  const { words } = useSettingParts();
  return words[model ?? settingModels[0]];
}
