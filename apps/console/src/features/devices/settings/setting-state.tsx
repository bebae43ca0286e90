import { flatSettings } from '@sweepline/contract/robot';
import { useTranslation } from 'react-i18next';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import { useSettings } from './settings-context.ts';
import { syncMark } from './sync-mark.ts';
import { isSame } from './use-setting-draft.ts';

/** Whether the robot applied the value: only a report of the robot counts. */
export function SettingState({ name }: { name: string }) {
  const { t } = useTranslation('devices/settings');
  const { settings, words, draft, reported, online } = useSettings();
  if (name in draft.values) return <StateMark tone="moving" icon="edit" word={t('edited')} />;
  const desired = flatSettings(settings.desired)[name];
  const has = reported[name];
  // A value without a request, or write-only, cannot differ.
  if (desired === undefined || isSame(desired, has)) {
    return has === undefined ? (
      <small className="sl-unknown">{t('notTold')}</small>
    ) : (
      <StateMark tone="working" icon="check" word={t('same')} />
    );
  }
  const { tone, icon, text } = syncMark(settings, online);
  return (
    <>
      <StateMark tone={tone} icon={icon} word={t(`state.${text}`)} />
      <small>{has === undefined ? t('notTold') : t('has', { value: words.valueText(name, has) })}</small>
    </>
  );
}
