import { taskCalls, type BoardBlock, type Call } from '@sweepline/contract';
import type { ComponentType } from 'react';
import { NeedsYouNow } from '../../../shared/needs/needs-you-now.tsx';
import { OpenRuns } from '../../../shared/run/open-runs.tsx';
import { StatisticsRanking } from '../../../shared/statistics/statistics-ranking.tsx';
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
import { SavingsBlock } from './blocks/savings-block.tsx';
import { AreaBlock, TrendBlock } from './blocks/trend-block.tsx';

export interface BoardBlockKind {
  /** Columns of three that the block takes in the standard view. */
  width: 1 | 2 | 3;
  /** Answers about one robot too. */
  ofDevice: boolean;
  block: ComponentType<BlockProps>;
  /** Shown only with the permission of this call. */
  call?: Pick<Call, 'allow'>;
}

/** Every block of the data board, in the order of the standard view. */
export const blockKinds: Record<BoardBlock, BoardBlockKind> = {
  needs: { width: 3, ofDevice: false, block: NeedsYouNow },
  figures: { width: 3, ofDevice: true, block: FiguresBlock },
  area: { width: 2, ofDevice: true, block: AreaBlock },
  completion: { width: 1, ofDevice: true, block: CompletionBlock },
  online: { width: 1, ofDevice: true, block: OnlineBlock },
  runsNow: { width: 1, ofDevice: false, block: OpenRuns, call: taskCalls.list },
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
  savings: { width: 1, ofDevice: false, block: SavingsBlock },
};
export const blockNames = Object.keys(blockKinds) as BoardBlock[];
