import { pages, voiceSetCalls, type VoiceRobot } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { callQuery } from '../../../kit/api/api.ts';
import { formatTime } from '../../../kit/format/format.ts';
import { PlainTable } from '../../../kit/list/plain-table.tsx';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import { SlotState } from './slot-state.tsx';
import { useSlotName } from './use-slot-name.ts';

const pollMs = 3_000;
const isUnderWay = ({ slots }: VoiceRobot) =>
  slots.some(({ state }) => state === 'WAITING' || state === 'SYNCING');

/** The robots that a set was rolled out to last. Slots that are as they should be are counted, the others are listed. */
export function VoiceRobotList({ setId }: { setId: string }) {
  const { t } = useTranslation('brand/voice-sets');
  const { data } = useQuery({
    ...callQuery(voiceSetCalls.robots, { id: setId, pageSize: 99 }),
    refetchInterval: ({ state }) => (state.data?.list.some(isUnderWay) ? pollMs : false),
    meta: { silent: true },
  });
  if (!data || data.total === 0) return null;
  return (
    <section className="voice-robots">
      <h2>{t('rolledOutTo', { count: data.total })}</h2>
      <PlainTable cards>
        <thead>
          <tr>
            <th scope="col">{t('robot')}</th>
            <th scope="col">{t('sounds')}</th>
          </tr>
        </thead>
        <tbody>
          {data.list.map((robot) => (
            <RobotRow key={robot.id} robot={robot} />
          ))}
        </tbody>
      </PlainTable>
    </section>
  );
}

function RobotRow({ robot }: { robot: VoiceRobot }) {
  const { t } = useTranslation('brand/voice-sets');
  const nameOf = useSlotName();
  const { id, nickname, sn, model, slots, set, appliedAt } = robot;
  const open = slots.filter(({ state, drifted }) => state !== 'APPLIED' || drifted);
  return (
    <tr>
      <th scope="row">
        <Link to={pages.device({ id, tab: 'sounds' })}>{nickname}</Link>
        <small>
          {sn} · {model}
          {appliedAt && ` · ${formatTime(appliedAt)}`}
        </small>
      </th>
      <td>
        {open.length === 0 && <StateMark tone="working" icon="check" word={t('allApplied')} />}
        {open.map((slot) => (
          <p key={slot.slot} className="voice-open">
            {nameOf(slot.slot)} <SlotState slot={slot} />
          </p>
        ))}
        {set?.outdated && <small>{t('outdated')}</small>}
      </td>
    </tr>
  );
}
