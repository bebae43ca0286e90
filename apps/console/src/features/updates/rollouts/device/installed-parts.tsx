import type { deviceUpdateCalls, Output } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { PlainTable } from '../../../../kit/list/plain-table.tsx';
import { StateMark } from '../../../../kit/ui/state-mark.tsx';
import { usePartName } from '../../../../shared/words/use-part-name.ts';

/** The parts of the robot with their versions, and the newest one that fits. */
export function InstalledParts({ parts }: { parts: Output<typeof deviceUpdateCalls.standing>['installed'] }) {
  const { t } = useTranslation('updates/rollouts');
  const nameOf = usePartName();
  return (
    <section className="sl-panel">
      <header>
        <h2>{t('device.installed')}</h2>
      </header>
      {parts.length === 0 ? (
        <p className="updates-text">{t('device.noParts')}</p>
      ) : (
        <PlainTable look="inline" className="updates-parts">
          <thead>
            <tr>
              <th scope="col">{t('device.part')}</th>
              <th scope="col">{t('device.version')}</th>
              <th scope="col">{t('device.newest')}</th>
            </tr>
          </thead>
          <tbody>
            {parts.map(({ part, version, newest }) => (
              <tr key={part}>
                <th scope="row">{nameOf(part)}</th>
                <td>
                  <code>{version}</code>
                </td>
                <td>
                  {newest === null ? (
                    <StateMark tone="working" icon="check" word={t('device.upToDate')} />
                  ) : (
                    <StateMark
                      tone="moving"
                      icon="download"
                      word={t('device.available', { version: newest })}
                    />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </PlainTable>
      )}
    </section>
  );
}
