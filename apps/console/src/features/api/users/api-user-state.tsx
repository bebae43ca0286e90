import type { ApiUserState } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import type { IconName } from '../../../kit/ui/icons.ts';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import type { Tone } from '../../../kit/ui/theme.ts';

const looks: Record<ApiUserState, { tone: Tone; icon: IconName }> = {
  ENABLED: { tone: 'working', icon: 'check' },
  SUSPENDED: { tone: 'waiting', icon: 'pause' },
  EXPIRED: { tone: 'fault', icon: 'clock' },
  REVOKED: { tone: 'quiet', icon: 'close' },
};

export function ApiUserStateMark({ state }: { state: ApiUserState }) {
  const { t } = useTranslation('api/users');
  return <StateMark {...looks[state]} word={t(`states.${state}`)} />;
}
