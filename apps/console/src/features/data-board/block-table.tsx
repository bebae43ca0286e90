import type { ComponentType } from 'react';
import { StatisticsRanking } from '../../shared/statistics/statistics-ranking.tsx';
import { BatteryBlock } from './blocks/battery-block.tsx';
import type { BlockProps } from './blocks/block.ts';
import { CompanyRankingBlock } from './blocks/company-ranking-block.tsx';
import { CompletionBlock } from './blocks/completion-block.tsx';
import { DeviceCountBlock } from './blocks/device-count-block.tsx';
import { ElectricityBlock } from './blocks/electricity-block.tsx';
import { FiguresBlock } from './blocks/figures-block.tsx';
import { OnlineBlock } from './blocks/online-block.tsx';
import { PlacesBlock } from './blocks/places-block.tsx';
import { TaskTypesBlock } from './blocks/task-types-block.tsx';
import { TrendBlock } from './blocks/trend-block.tsx';

export interface BoardBlockKind {
  /** Columns of three that the block takes in the standard view. */
  width: 1 | 2 | 3;
  /** Answers about one robot too. */
  ofDevice: boolean;
  block: ComponentType<BlockProps>;
}

/** Every block of the data board, in the order of the standard view. */
export const blockKinds = {
  figures: { width: 3, ofDevice: true, block: FiguresBlock },
  area: { width: 2, ofDevice: true, block: (props) => <TrendBlock {...props} figure="cleanedM2" /> },
  completion: { width: 1, ofDevice: true, block: CompletionBlock },
  online: { width: 1, ofDevice: true, block: OnlineBlock },
  battery: { width: 1, ofDevice: true, block: BatteryBlock },
  electricity: { width: 1, ofDevice: true, block: ElectricityBlock },
  places: { width: 2, ofDevice: false, block: PlacesBlock },
  deviceCount: { width: 1, ofDevice: false, block: DeviceCountBlock },
  companyRanking: { width: 1, ofDevice: false, block: CompanyRankingBlock },
  deviceRanking: {
    width: 1,
    ofDevice: false,
    block: ({ selection }) => <StatisticsRanking selection={selection} figure="cleanedM2" />,
  },
  taskTypes: { width: 1, ofDevice: true, block: TaskTypesBlock },
  taskCount: { width: 1, ofDevice: true, block: (props) => <TrendBlock {...props} figure="reports" /> },
  taskTime: { width: 1, ofDevice: true, block: (props) => <TrendBlock {...props} figure="workedS" /> },
} as const satisfies Record<string, BoardBlockKind>;
export type BoardBlockName = keyof typeof blockKinds;
export const blockNames = Object.keys(blockKinds) as BoardBlockName[];
