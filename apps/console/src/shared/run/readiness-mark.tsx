import { StateMark } from '../../kit/ui/state-mark.tsx';
import { readinessMarks, type Readiness } from './readiness-rules.ts';
import { useObstacleWord, type ObstacleOf } from './use-obstacle-word.ts';

interface Props {
  readiness: Readiness;
  robot: ObstacleOf;
}

/** Whether the robot can start to clean now, or what prevents it. */
export function ReadinessMark({ readiness, robot }: Props) {
  const obstacleWord = useObstacleWord();
  return <StateMark {...readinessMarks[readiness]} word={obstacleWord(readiness, robot)} />;
}
