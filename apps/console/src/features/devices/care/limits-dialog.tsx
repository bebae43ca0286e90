import { deviceCareCalls, type Consumable, type Device } from '@sweepline/contract';
import { Form, InputNumber } from 'antd';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../kit/form/form-dialog.tsx';
import { useWords } from '../../../shared/words/use-words.ts';

interface Props {
  device: Device;
  part: Consumable;
  version: number;
  onClose: () => void;
}

const usualLife = 300;

/** The life of a consumable, its warning level, and the level at which the robot refuses runs. */
export function LimitsDialog({ device, part, version, onClose }: Props) {
  const { t } = useTranslation('devices/care');
  const { word } = useWords();
  const name = device.nickname || device.sn;
  const { wishedLifeHours, lifeHours, warnPct, blockPct } = part;
  const limit = { lifeHours: wishedLifeHours ?? lifeHours ?? usualLife, warnPct, blockPct };
  return (
    <FormDialog
      title={t('limitsTitle', { part: word('consumable', part.id), name })}
      call={deviceCareCalls.setLimits}
      submit={t('limitsAct', { name })}
      done={t('limitsSaved', { name })}
      initial={{ id: device.id, version, part: part.id, limit }}
      onClose={onClose}
    >
      <p className="care-hint">{t('limitsHint')}</p>
      <Form.Item name={['limit', 'lifeHours']} label={t('lasts')} extra={t('lastsHint')}>
        <InputNumber
          className="care-limit"
          autoFocus
          min={1}
          max={10_000}
          step={10}
          precision={0}
          suffix="h"
        />
      </Form.Item>
      <Form.Item name={['limit', 'warnPct']} label={t('warnsAt')} extra="1–50 %">
        <InputNumber className="care-limit" min={1} max={50} precision={0} suffix="%" />
      </Form.Item>
      <Form.Item name={['limit', 'blockPct']} label={t('blocksAt')} extra={t('blocksHint')}>
        <InputNumber className="care-limit" min={0} max={20} precision={0} suffix="%" />
      </Form.Item>
    </FormDialog>
  );
}
