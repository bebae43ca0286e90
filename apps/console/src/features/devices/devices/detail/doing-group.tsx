import { useTranslation } from 'react-i18next';
import { useWords } from '../../../../shared/words/use-words.ts';
import { AgedGroup } from './aged-group.tsx';
import { CommandList } from './command-list.tsx';
import { Fact } from '../fact.tsx';
import { DeviceRun } from './device-run.tsx';
import type { DeviceDetail } from '../device-detail.ts';

/** What is it doing? The run with its controls, and the last commands. */
export function DoingGroup({ detail }: { detail: DeviceDetail }) {
  const { t } = useTranslation('devices/devices');
  const { word } = useWords();
  const { device, live } = detail;
  const cleaning = live.cleaning?.value;
  const cleans = cleaning && cleaning.cleaningMode !== '' && cleaning.cleaningMode !== 'NONE';
  return (
    <AgedGroup title={t('doing')} at={(live.run ?? live.mode)?.at ?? null}>
      <DeviceRun device={device} live={live} />
      {cleans && (
        <dl>
          <Fact name={t('cleaningWith')}>
            {[
              word('cleaningMode', cleaning.cleaningMode),
              cleaning.strength && word('strength', cleaning.strength),
            ]
              .filter(Boolean)
              .join(', ')}
          </Fact>
        </dl>
      )}
      <CommandList deviceId={device.id} />
    </AgedGroup>
  );
}
