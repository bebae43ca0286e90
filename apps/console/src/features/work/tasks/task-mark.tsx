import type { Task } from '@sweepline/contract';
import type { IconName } from '../../../kit/ui/icons.ts';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import type { Tone } from '../../../kit/ui/theme.ts';
import { RunMark } from '../../../shared/words/run-mark.tsx';
import { useWords } from '../../../shared/words/use-words.ts';

const marks: Record<Task['state'], { tone: Tone; icon: IconName }> = {
  IDLE: { tone: 'working', icon: 'dot' },
  SYNCHRONIZED: { tone: 'working', icon: 'check' },
  AWAITING_SYNC: { tone: 'moving', icon: 'refresh' },
  DISABLED: { tone: 'quiet', icon: 'minus' },
  DELETED: { tone: 'quiet', icon: 'trash' },
};

/** The state of a task: of its open run if there is one, otherwise of the task itself. */
export function TaskMark({ task }: { task: Pick<Task, 'state' | 'openRun'> }) {
  const { word } = useWords();
  if (task.openRun) return <RunMark state={task.openRun.state} />;
  return <StateMark {...marks[task.state]} word={word('taskState', task.state)} />;
}
