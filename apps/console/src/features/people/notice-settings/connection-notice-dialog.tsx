import { noticeSettingLimits, type NoticeSetting } from '@sweepline/contract';
import { Checkbox, InputNumber } from 'antd';
import { useTranslation } from 'react-i18next';
import { weekdays } from '../../../kit/format/format-day.ts';
import { OwnChoice } from '../../../shared/company-choice/own-choice.tsx';
import { WeeklyWindows } from '../../../shared/company-choice/weekly-windows.tsx';
import { connectionFields } from './notice-choice.ts';
import { NoticeSettingDialog, type Draft } from './notice-setting-dialog.tsx';
import { TellingField } from './telling-field.tsx';
import { useNoticeWords } from './use-notice-words.ts';

export function ConnectionNoticeDialog({
  setting,
  onClose,
}: {
  setting: NoticeSetting;
  onClose: () => void;
}) {
  const { t } = useTranslation('people/notice-settings');
  return (
    <NoticeSettingDialog
      title={t('connectionDialog', { name: setting.companyName })}
      setting={setting}
      fields={connectionFields}
      onClose={onClose}
    >
      {(draft) => (
        <>
          <ToldField setting={setting} draft={draft} field="isOfflineTold" label={t('offline')} />
          <OfflineFields setting={setting} draft={draft} />
          <ToldField setting={setting} draft={draft} field="isBackTold" label={t('back')} />
          <TellingField
            setting={setting}
            field="connectionTelling"
            value={draft.choices.connectionTelling}
            onChange={(connectionTelling) => draft.change({ connectionTelling })}
          />
        </>
      )}
    </NoticeSettingDialog>
  );
}

interface FieldProps {
  setting: NoticeSetting;
  draft: Draft;
}

function ToldField({
  setting: { inherited },
  draft: { choices, change },
  field,
  label,
}: FieldProps & { field: 'isOfflineTold' | 'isBackTold'; label: string }) {
  const { t } = useTranslation('people/notice-settings');
  const words = useNoticeWords();
  return (
    <OwnChoice
      label={label}
      value={choices[field]}
      inherited={inherited[field]}
      inheritedText={words.told(inherited[field])}
      onChange={(value) => change({ [field]: value })}
    >
      {(isTold) => (
        <Checkbox checked={isTold} onChange={({ target }) => change({ [field]: target.checked })}>
          {t('tellIt')}
        </Checkbox>
      )}
    </OwnChoice>
  );
}

function OfflineFields({ setting: { inherited }, draft: { choices, change } }: FieldProps) {
  const { t } = useTranslation('people/notice-settings');
  const words = useNoticeWords();
  return (
    <>
      <OwnChoice
        label={t('offlineAfter')}
        value={choices.offlineMinutes}
        inherited={inherited.offlineMinutes}
        inheritedText={words.minutes(inherited.offlineMinutes)}
        onChange={(offlineMinutes) => change({ offlineMinutes })}
      >
        {(minutes) => (
          <InputNumber
            aria-label={t('offlineAfter')}
            min={1}
            max={noticeSettingLimits.offlineMinutes}
            precision={0}
            suffix={t('minuteUnit')}
            value={minutes}
            onChange={(next) => change({ offlineMinutes: next ?? 1 })}
          />
        )}
      </OwnChoice>
      <OwnChoice
        label={t('expected')}
        hint={t('expectedHint')}
        value={choices.expectedOffline}
        inherited={inherited.expectedOffline}
        inheritedText={words.windows(inherited.expectedOffline)}
        onChange={(expectedOffline) => change({ expectedOffline })}
      >
        {(windows) => (
          <WeeklyWindows
            windows={windows}
            first={{ from: '22:00', to: '06:00', weekdays: weekdays() }}
            max={noticeSettingLimits.windows}
            onChange={(expectedOffline) => change({ expectedOffline })}
          />
        )}
      </OwnChoice>
    </>
  );
}
