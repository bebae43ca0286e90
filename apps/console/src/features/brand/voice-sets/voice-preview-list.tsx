import type { VoicePreview } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { PlainTable } from '../../../kit/list/plain-table.tsx';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import type { Mark } from '../../../shared/words/marks.ts';
import { useSlotName } from './use-slot-name.ts';

const marks: Record<VoicePreview['verdict'], Mark> = {
  DIFFERENT: { tone: 'moving', icon: 'edit' },
  SAME: { tone: 'working', icon: 'check' },
  UNSUPPORTED: { tone: 'quiet', icon: 'minus' },
};
const order: VoicePreview['verdict'][] = ['DIFFERENT', 'UNSUPPORTED', 'SAME'];

/** What a rollout changes on each robot. Robots that change come first. */
export function VoicePreviewList({ targets }: { targets: readonly VoicePreview[] }) {
  const { t } = useTranslation('brand/voice-sets');
  const sorted = targets.toSorted((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict));
  return (
    <PlainTable look="inline">
      <tbody>
        {sorted.map((target) => (
          <tr key={target.id}>
            <th scope="row">
              {target.nickname}
              <small>
                {target.sn} · {target.model}
              </small>
            </th>
            <td>
              <StateMark {...marks[target.verdict]} word={t(`verdict.${target.verdict}`)} />
              <Differences target={target} />
            </td>
          </tr>
        ))}
      </tbody>
    </PlainTable>
  );
}

function Differences({ target: { differences, missing } }: { target: VoicePreview }) {
  const { t } = useTranslation('brand/voice-sets');
  const nameOf = useSlotName();
  return (
    <>
      {differences.map(({ slot, before, after }) => (
        <p key={slot} className="voice-open">
          {t('becomes', {
            slot: nameOf(slot),
            before: before || t('ownSound'),
            after: after || t('ownSound'),
          })}
        </p>
      ))}
      {missing.length > 0 && <small>{t('lacksSlots', { slots: missing.map(nameOf).join(', ') })}</small>}
    </>
  );
}
