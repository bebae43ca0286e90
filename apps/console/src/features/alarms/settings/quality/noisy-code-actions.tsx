import { alarmSettingCalls, pages, type AlarmPushChoice, type NoisyCode } from '@sweepline/contract';
import { alarmCodes } from '@sweepline/contract/robot';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { may } from '../../../../kit/api/may.ts';
import { RowMenu } from '../../../../kit/list/row-menu.tsx';
import { Button } from '../../../../kit/ui/button.tsx';
import { useSettingWords } from '../setting-words.ts';

interface Props {
  code: NoisyCode;
  onOpen: (push?: AlarmPushChoice) => void;
}

/** Suppress a noisy code, open its setting, or look at its alarms. A code that the product does not know has no setting. */
export function NoisyCodeActions({ code, onOpen }: Props) {
  const { t } = useTranslation('alarms/settings');
  const { nameOf } = useSettingWords();
  const navigate = useNavigate();
  const { setAlarm, query } = alarmSettingCalls;
  const canSet = may(setAlarm.allow) && may(query.allow) && code.code in alarmCodes;
  return (
    <>
      {canSet && (
        <Button look="quiet" onClick={() => onOpen('OFF_7_DAYS')}>
          {t('quality.suppress')}
        </Button>
      )}
      <RowMenu
        label={nameOf(code)}
        items={[
          canSet && { key: 'setting', text: t('quality.setting'), icon: 'edit', run: () => onOpen() },
          {
            key: 'alarms',
            text: t('quality.alarms'),
            icon: 'list',
            run: () => void navigate(pages.alarms({ code: [code.code] })),
          },
        ]}
      />
    </>
  );
}
