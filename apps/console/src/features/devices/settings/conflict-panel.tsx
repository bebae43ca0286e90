import { deviceSettingCalls, type SettingConflict } from '@sweepline/contract';
import { flatSettings } from '@sweepline/contract/robot';
import { useTranslation } from 'react-i18next';
import { Ago } from '../../../kit/format/ago.tsx';
import { Allowed } from '../../../kit/api/allowed.tsx';
import { Button } from '../../../kit/ui/button.tsx';
import { Icon } from '../../../kit/ui/icon.tsx';
import { useAction } from '../../../kit/api/use-action.ts';
import { PlainTable } from '../../../kit/list/plain-table.tsx';
import { useSettings } from './settings-context.ts';
import { isSame } from './use-setting-draft.ts';

/** Values set at the robot beside different requested values, for a user to resolve. */
export function ConflictPanel({ conflict }: { conflict: SettingConflict }) {
  const { t } = useTranslation('devices/settings');
  const { settings, words, requested } = useSettings();
  const settle = useAction(deviceSettingCalls.settle, {
    done: (_output, { keep }) => t(keep === 'CLOUD' ? 'conflict.kept' : 'conflict.taken'),
  });
  const robotValues = flatSettings(conflict.values);
  const keys = Object.keys(robotValues).filter((key) => !isSame(robotValues[key], requested[key]));
  const end = (keep: 'CLOUD' | 'DEVICE') =>
    settle.mutate({ id: settings.id, conflictId: conflict.id, version: settings.version, keep });
  return (
    <section className="ds-conflict" aria-label={t('conflict.title')}>
      <header>
        <Icon name="compare" size={18} />
        <h2>{t('conflict.title')}</h2>
        <Ago at={conflict.at} />
      </header>
      <p>{keys.length === 0 ? t('conflict.alike') : t('conflict.hint')}</p>
      {keys.length > 0 && (
        <PlainTable look="inline">
          <thead>
            <tr>
              <th scope="col">{t('conflict.setting')}</th>
              <th scope="col">{t('conflict.ours')}</th>
              <th scope="col">{t('conflict.theirs')}</th>
            </tr>
          </thead>
          <tbody>
            {keys.map((key) => (
              <tr key={key}>
                <th scope="row">{words.nameOf(key)}</th>
                <td>{words.valueText(key, requested[key])}</td>
                <td>{words.valueText(key, robotValues[key])}</td>
              </tr>
            ))}
          </tbody>
        </PlainTable>
      )}
      <Allowed call={deviceSettingCalls.settle}>
        <div className="ds-acts">
          <Button busy={settle.isPending} onClick={() => end('CLOUD')}>
            {t('conflict.keep')}
          </Button>
          {keys.length > 0 && (
            <Button busy={settle.isPending} onClick={() => end('DEVICE')}>
              {t('conflict.take')}
            </Button>
          )}
        </div>
      </Allowed>
    </section>
  );
}
