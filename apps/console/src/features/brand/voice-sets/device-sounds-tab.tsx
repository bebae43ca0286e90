import { customAudioCalls, pages, voiceSetCalls, type RobotSounds } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Allowed } from '../../../kit/api/allowed.tsx';
import { callQuery } from '../../../kit/api/api.ts';
import { formatNumber, formatTime, unknown } from '../../../kit/format/format.ts';
import { langNames } from '../../../kit/format/lang.ts';
import { PlainTable } from '../../../kit/list/plain-table.tsx';
import { Button } from '../../../kit/ui/button.tsx';
import { Failure } from '../../../kit/ui/failure.tsx';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { useCommandAction } from '../../../shared/command/use-command-action.ts';
import { SlotState } from './slot-state.tsx';
import { useSlotName } from './use-slot-name.ts';
import './voice-sets.css';

const pollMs = 5_000;

/** What a robot has in each slot, since when and from which set, and how loud it is now. */
export function DeviceSoundsTab({ detail }: { detail: { device: { id: string } } }) {
  const { id: deviceId } = detail.device;
  const { data, error, refetch } = useQuery({
    ...callQuery(voiceSetCalls.device, { deviceId }),
    refetchInterval: pollMs,
    meta: { silent: true },
  });
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={8} />;
  return (
    <div className="voice-page">
      <SoundsHead sounds={data} />
      <SlotTable sounds={data} />
    </div>
  );
}

function SoundsHead({ sounds }: { sounds: RobotSounds }) {
  const { t } = useTranslation('brand/voice-sets');
  const { id, set, language, volume, quietHours, appliedAt } = sounds;
  const stop = useCommandAction(customAudioCalls.stop, sounds);
  return (
    <header className="voice-head">
      <p>
        {set?.id ? (
          <Link to={pages.voiceSet({ id: set.id })}>{set.name}</Link>
        ) : (
          (set?.name ?? t('ownSounds'))
        )}
        {appliedAt && ` · ${formatTime(appliedAt)}`}
        {language && ` · ${langNames[language]}`}
        {volume !== null && ` · ${t('volume', { percent: formatNumber(volume) })}`}
      </p>
      {set?.outdated && <p>{t('outdated')}</p>}
      <p>
        {quietHours
          ? t(quietHours.inForce ? 'quietNow' : 'quietLater', {
              from: quietHours.from,
              to: quietHours.to,
              percent: formatNumber(quietHours.volume),
            })
          : t('noQuietHours')}
      </p>
      <div className="sl-page-actions">
        <Allowed call={customAudioCalls.stop}>
          <Button icon="pause" busy={stop.isPending} onClick={() => stop.mutate({ deviceId: id })}>
            {t('stop')}
          </Button>
        </Allowed>
        <Allowed call={voiceSetCalls.rollout}>
          <Link className="sl-button" to={pages.voiceRollout({ target: [id] })}>
            {t('rollOut')}
          </Link>
        </Allowed>
      </div>
    </header>
  );
}

function SlotTable({ sounds }: { sounds: RobotSounds }) {
  const { id, slots } = sounds;
  const { t } = useTranslation('brand/voice-sets');
  const nameOf = useSlotName();
  const play = useCommandAction(customAudioCalls.play, sounds);
  const plays = (name: string | null) => (name === null ? t('unknownFile') : name || t('ownSound'));
  return (
    <div className="voice-slots">
      <PlainTable cards>
        <thead>
          <tr>
            <th scope="col">{t('slot')}</th>
            <th scope="col">{t('plays')}</th>
            <th scope="col">{t('since')}</th>
            <th scope="col">{t('count')}</th>
            <th scope="col">{t('stateTitle')}</th>
            <th scope="col" aria-label={t('play')} />
          </tr>
        </thead>
        <tbody>
          {slots.map((slot) => (
            <tr key={slot.slot}>
              <th scope="row">{nameOf(slot.slot)}</th>
              <td data-label={t('plays')}>{plays(slot.plays)}</td>
              <td data-label={t('since')}>{slot.since ? formatTime(slot.since) : unknown}</td>
              <td data-label={t('count')}>{slot.count === null ? unknown : formatNumber(slot.count)}</td>
              <td data-label={t('stateTitle')}>
                <SlotState slot={slot} />
              </td>
              <td>
                <Allowed call={customAudioCalls.play}>
                  <Button
                    look="quiet"
                    icon="play"
                    aria-label={t('playSlot', { slot: nameOf(slot.slot) })}
                    busy={play.isPending && play.variables?.slot === slot.slot}
                    onClick={() => play.mutate({ deviceId: id, slot: slot.slot })}
                  />
                </Allowed>
              </td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
    </div>
  );
}
