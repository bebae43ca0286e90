import { settingOf } from './settings.ts';

/** Cleaning parts that a person sets by hand, with the setting that a model with this part has. */
const settingOfPart = {
  mainBrush: 'mainBrushLevel',
  sideBrush: 'sideBrushLevel',
  suction: 'suctionLevel',
  water: 'waterLevel',
} as const;
export type LevelPart = keyof typeof settingOfPart;
export const levelParts = Object.keys(settingOfPart) as LevelPart[];
/** 0 is off. */
export const partLevels = [0, 1, 2, 3] as const;

export const squeegeePositions = ['UP', 'DOWN'] as const;
/** Parts go off by themselves after this time, in seconds. */
export const partsOffAfterS = { min: 5, max: 60 } as const;

/** The parts of a model that have a level; empty for a third-party vehicle. */
export const levelPartsOf = (model: string): LevelPart[] =>
  levelParts.filter((part) => settingOf(model, settingOfPart[part]) !== undefined);
export const hasSqueegee = (model: string): boolean => settingOf(model, 'squeegeeAuto') !== undefined;
