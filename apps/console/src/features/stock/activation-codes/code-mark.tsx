import type { ActivationCode, CodeState } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import type { IconName } from '../../../kit/ui/icons.ts';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import type { Tone } from '../../../kit/ui/theme.ts';

const styles: Record<CodeState, { tone: Tone; icon: IconName }> = {
  UNUSED: { tone: 'moving', icon: 'key' },
  USED: { tone: 'working', icon: 'check' },
  EXPIRED: { tone: 'quiet', icon: 'clock' },
  FAILED: { tone: 'fault', icon: 'close' },
};

/** The state of a code; for a failed code, the reason. */
export function CodeMark({
  code: { state, failedBy },
}: {
  code: Pick<ActivationCode, 'state' | 'failedBy'>;
}) {
  const { t } = useTranslation('stock/activation-codes');
  const word = state === 'FAILED' && failedBy ? t(`failedBy.${failedBy}`) : t(`states.${state}`);
  return (
    <span className="code-state">
      <StateMark {...styles[state]} word={word} />
    </span>
  );
}
