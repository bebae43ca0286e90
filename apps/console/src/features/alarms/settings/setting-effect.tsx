import type { AlarmFixer, AlarmPushChoice, AlarmSettingRow } from '@sweepline/contract';
import { Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../kit/ui/icon.tsx';
import { useSettingWords } from './setting-words.ts';

/** What the values of the form will mean: "The robot says level 4. Here it is level 2, decided here." */
export function SettingEffect({ row }: { row: AlarmSettingRow }) {
  const { t } = useTranslation('alarms/settings');
  const { levelOf } = useSettingWords();
  const level = Form.useWatch<number | null | undefined>('level') ?? null;
  const fixer = Form.useWatch<AlarmFixer | null | undefined>('fixer') ?? null;
  const push = Form.useWatch<AlarmPushChoice | undefined>('push') ?? 'INHERITED';
  const { inherited, productLevel } = row;
  const isTold = push === 'INHERITED' ? inherited.isTold : push === 'ON';
  const source = (isOwn: boolean) => t(isOwn ? 'decidedHere' : 'notDecidedHere');
  return (
    <div className="alarm-settings-effect" role="status">
      <Icon name="info" size={16} />
      <ul>
        <li>
          {productLevel !== null && `${t('effect.robot', { level: levelOf(productLevel) })} `}
          {t('effect.level', { level: levelOf(level ?? inherited.level), source: source(level !== null) })}
        </li>
        <li>
          {t('effect.fixer', {
            fixer: t(`fixers.${fixer ?? inherited.fixer}`),
            source: source(fixer !== null),
          })}
        </li>
        <li>{t(isTold ? 'effect.told' : 'effect.notTold', { source: source(push !== 'INHERITED') })}</li>
      </ul>
    </div>
  );
}
