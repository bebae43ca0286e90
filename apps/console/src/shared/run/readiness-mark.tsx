import { useTranslation } from 'react-i18next';
import { StateMark } from '../../kit/ui/state-mark.tsx';
import { readinessMarks, type Readiness } from './readiness-rules.ts';

/** Whether the robot can start to clean now, or what prevents it. */
export function ReadinessMark({ readiness }: { readiness: Readiness }) {
  const { t } = useTranslation('run');
  return <StateMark {...readinessMarks[readiness]} word={t(`readiness.${readiness}`)} />;
}
