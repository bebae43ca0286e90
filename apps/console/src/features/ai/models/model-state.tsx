import type { AiModelState } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import type { IconName } from '../../../kit/ui/icons.ts';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import type { Tone } from '../../../kit/ui/theme.ts';

const looks: Record<AiModelState, { tone: Tone; icon: IconName }> = {
  DRAFT: { tone: 'quiet', icon: 'edit' },
  EVALUATED: { tone: 'waiting', icon: 'ruler' },
  APPROVED: { tone: 'working', icon: 'check' },
  ACTIVE: { tone: 'working', icon: 'robot' },
  RETIRED: { tone: 'quiet', icon: 'stop' },
};

export function ModelState({ state }: { state: AiModelState }) {
  const { t } = useTranslation('ai/models');
  return <StateMark {...looks[state]} word={t(`states.${state}`)} />;
}
