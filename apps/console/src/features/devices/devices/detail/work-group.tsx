import { useTranslation } from 'react-i18next';
import { Ago } from '../../../../kit/format/ago.tsx';
import { formatNumber, formatPercent, formatShare, unknown } from '../../../../kit/format/format.ts';
import { StateMark } from '../../../../kit/ui/state-mark.tsx';
import { RemedyLink } from '../../../../shared/articles/remedy-link.tsx';
import { useWords } from '../../../../shared/words/use-words.ts';
import { AgedGroup } from './aged-group.tsx';
import { DeviceBattery } from '../device-battery.tsx';
import { Fact } from '../fact.tsx';
import { ReadinessMark } from '../../../../shared/run/readiness-mark.tsx';
import { readinessOf } from '../../../../shared/run/readiness-rules.ts';
import { listedDevice } from '../../../../shared/robot/listed-device.ts';
import type { DeviceDetail } from '../device-detail.ts';
import { levelTone } from '../../../../shared/words/level-tone.ts';

/** Can it work now? The verdict first, then its reasons. */
export function WorkGroup({ detail }: { detail: DeviceDetail }) {
  const { live, openAlarms } = detail;
  const robot = listedDevice(detail);
  const { t } = useTranslation('devices/devices');
  const { word } = useWords();
  const { connection, battery, position } = live;
  const place = position?.value;
  const localized = !place
    ? unknown
    : !place.localized
      ? t('localizedNo')
      : place.score === null
        ? t('localizedYes')
        : t('localizedScore', { score: formatShare(place.score) });
  return (
    <AgedGroup title={t('canWork')} at={connection.lastSeenAt}>
      <p className="sl-verdict">
        <ReadinessMark readiness={readinessOf(robot)} robot={robot} />
      </p>
      <dl>
        <Fact name={t('connection')}>
          {word('connection', connection.state)} {connection.since && <Ago at={connection.since} />}
        </Fact>
        <Fact name={t('battery')}>
          <DeviceBattery
            live={{
              state: connection.state,
              soc: battery?.value.soc ?? null,
              charging: battery?.value.charging ?? false,
            }}
          />
        </Fact>
        {battery?.value.voltage != null && (
          <Fact name={t('voltage')}>{formatNumber(battery.value.voltage, 1)} V</Fact>
        )}
        {battery?.value.health != null && (
          <Fact name={t('health')}>{formatPercent(battery.value.health)}</Fact>
        )}
        <Fact name={t('localized')}>{localized}</Fact>
      </dl>
      {openAlarms.length > 0 && (
        <ul className="sl-alarms" aria-label={t('alarms')}>
          {openAlarms.map(({ id, code, level, text, raisedAt }) => (
            <li key={id}>
              <StateMark
                tone={levelTone(level)}
                icon="alert"
                word={word('alarm', code) === code ? text || code : word('alarm', code)}
              />
              <small>
                {t('alarmLevel', { level })} · <Ago at={raisedAt} /> ·{' '}
                <RemedyLink code={code} model={detail.device.model} />
              </small>
            </li>
          ))}
        </ul>
      )}
    </AgedGroup>
  );
}
