import { flatSettings } from '@sweepline/contract/robot';
import { useTranslation } from 'react-i18next';
import { StateMark } from '../../kit/ui/state-mark.tsx';
import { useSettings } from './settings-context.ts';
import { syncMark } from './sync-mark.ts';
import { isSame } from './use-setting-draft.ts';

/** Whether the robot has it: nothing counts as applied before the robot said so. */
export function SettingState({ name }: { name: string }) {
  const { t } = useTranslation('device-settings');
  const { settings, words, draft, reported, online } = useSettings();
  if (name in draft.values) return <StateMark tone="moving" icon="edit" word={t('edited')} />;
  const desired = flatSettings(settings.desired)[name];
  const has = reported[name];
  // What was never wished, or what is only written, cannot differ.
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
