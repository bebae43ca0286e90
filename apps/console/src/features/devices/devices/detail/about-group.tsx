import { deviceGroupCalls, warrantyEnd, warrantyStateAt, pages } from '@sweepline/contract';
import { alsoSaysOf, lackingOf } from '@sweepline/contract/robot';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatDate, unknown } from '../../../../kit/format/format.ts';
import { may } from '../../../../kit/api/may.ts';
import { StateMark } from '../../../../kit/ui/state-mark.tsx';
import { useNow } from '../../../../kit/format/use-now.ts';
import { usePartName } from '../../../../shared/words/use-part-name.ts';
import { useWords } from '../../../../shared/words/use-words.ts';
import { AgedGroup } from './aged-group.tsx';
import { DeviceCertificate } from './device-certificate.tsx';
import { Fact } from '../fact.tsx';
import type { DeviceDetail } from '../device-detail.ts';

/** Company, versions and connection: the values for a technician. */
export function AboutGroup({ detail: { device, live, certificateUntil } }: { detail: DeviceDetail }) {
  const { t } = useTranslation('devices/devices');
  const { word } = useWords();
  const partName = usePartName();
  const now = new Date(useNow());
  const lacking = lackingOf(device);
  const alsoSays = alsoSaysOf(device);
  const network = live.network?.value;
  const mode = network && word('network', network.mode);
  return (
    <AgedGroup title={t('about')} at={live.versions?.at ?? null}>
      <dl>
        <Fact name={t('company')}>{device.companyName}</Fact>
        {device.group && (
          <Fact name={t('group')}>
            {may(deviceGroupCalls.detail.allow) ? (
              <Link to={pages.deviceGroup({ id: device.group.id })}>{device.group.name}</Link>
            ) : (
              device.group.name
            )}
          </Fact>
        )}
        <Fact name={t('manufacturer')}>{device.manufacturer}</Fact>
        {device.vehicleType && <Fact name={t('vehicleType')}>{device.vehicleType}</Fact>}
        <Fact name={t('network')}>
          {!network
            ? unknown
            : network.rssiDbm === null
              ? mode
              : t('signal', { network: mode, rssi: network.rssiDbm })}
        </Fact>
        {Object.entries(live.versions?.value ?? {}).map(([part, version]) => (
          <Fact key={part} name={partName(part)}>
            {version}
          </Fact>
        ))}
        {device.iccid && <Fact name={t('iccid')}>{device.iccid}</Fact>}
        <Fact name={t('binding')}>{word('binding', device.binding)}</Fact>
        <Fact name={t('activated')}>{formatDate(device.activatedAt)}</Fact>
        {certificateUntil && (
          <Fact name={t('certificate.name')}>
            <DeviceCertificate device={device} until={certificateUntil} />
          </Fact>
        )}
        {device.warranty && (
          <Fact name={t('warranty')}>
            {word('warranty', warrantyStateAt(device.warranty, now))} ·{' '}
            {t('warrantyUntil', { date: formatDate(warrantyEnd(device.warranty)) })}
          </Fact>
        )}
        {device.tags.length > 0 && <Fact name={t('tags')}>{device.tags.join(', ')}</Fact>}
        {lacking.length > 0 && (
          <Fact name={t('notOffered')}>
            {t('notDeclared', { list: lacking.map((it) => word('capability', it)).join(', ') })}
          </Fact>
        )}
        {alsoSays.length > 0 && <Fact name={t('alsoSays')}>{alsoSays.join(', ')}</Fact>}
        {live.conformance.length > 0 && (
          <Fact name={t('conformance')}>
            {live.conformance.map((badge) => (
              <StateMark key={badge} tone="waiting" icon="info" word={badge} />
            ))}
          </Fact>
        )}
      </dl>
    </AgedGroup>
  );
}
