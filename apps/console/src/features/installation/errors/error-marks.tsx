import type { ErrorLevel, ErrorState } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { StateMark } from '../../../kit/ui/state-mark.tsx';

const levels = {
  FATAL: { tone: 'fault', icon: 'alert' },
  ERROR: { tone: 'fault', icon: 'close' },
  INFO: { tone: 'moving', icon: 'info' },
  DEBUG: { tone: 'quiet', icon: 'dot' },
} as const satisfies Record<ErrorLevel, object>;

const states = {
  open: { tone: 'waiting', icon: 'ring' },
  resolved: { tone: 'working', icon: 'check' },
  ignored: { tone: 'quiet', icon: 'unseen' },
} as const satisfies Record<ErrorState, object>;

export function LevelMark({ level }: { level: ErrorLevel }) {
  const { t } = useTranslation('installation/errors');
  return <StateMark {...levels[level]} word={t(`levels.${level}`)} />;
}

export function ErrorStateMark({ state }: { state: ErrorState }) {
  const { t } = useTranslation('installation/errors');
  return <StateMark {...states[state]} word={t(`states.${state}`)} />;
}
