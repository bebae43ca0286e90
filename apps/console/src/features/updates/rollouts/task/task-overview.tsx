import type { OtaTaskDetail } from '@sweepline/contract';
import { StageChain } from './stage-chain.tsx';
import { WorkComparison } from './work-comparison.tsx';

/** The stages, and how updated robots work beside the others. */
export const TaskOverview = ({ task }: { task: OtaTaskDetail }) => (
  <div className="rollout-overview">
    <StageChain task={task} />
    <WorkComparison task={task} />
  </div>
);
