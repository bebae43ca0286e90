import { pages, taskCalls, type BoardZone } from '@sweepline/contract';
import { modelOf } from '@sweepline/contract/robot';
import { Form, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../kit/form/dialog.tsx';
import { Link } from 'react-router';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { toast } from '../../kit/ui/toasts.ts';
import { useWords } from '../../shared/words/use-words.ts';

/** Starts a run of a robot on the map of the zone at once. */
export function ZoneCleanDialog({ zone, onClose }: { zone: BoardZone; onClose: () => void }) {
  const { t } = useTranslation('zone-board');
  const { choices } = useWords();
  const robots = zone.devices.flatMap((device) => {
    const model = modelOf(device.model);
    return model ? [{ ...device, ...model }] : [];
  });
  const [chosen, choose] = useState(robots[0]?.id);
  const robot = robots.find(({ id }) => id === chosen) ?? robots[0];
  if (!robot)
    return (
      <Dialog open title={t('cleanTitle', { zone: zone.name })} footer={null} onCancel={onClose}>
        <p>{t('noRobot', { map: zone.map.name })}</p>
        <Link className="sl-button sl-button-plain" to={pages.task({ new: 1, mapId: zone.map.id })}>
          {t('plan')}
        </Link>
      </Dialog>
    );
  const { cleaningModes, strengths } = robot;
  return (
    <FormDialog
      key={robot.id}
      title={t('cleanTitle', { zone: zone.name })}
      call={taskCalls.cleanNow}
      submit={t('sendRobot', { robot: robot.nickname || robot.sn })}
      done={null}
      after={(run) => {
        toast({
          tone: 'done',
          text: t('sent', { robot: run.device.nickname || run.device.sn, zone: zone.name }),
        });
        onClose();
      }}
      also={['runs']}
      initial={{
        name: zone.name,
        deviceId: robot.id,
        mapId: zone.map.id,
        zoneIds: [zone.zoneId],
        cleaningMode: cleaningModes[0] ?? '',
        strength: strengths[Math.min(1, strengths.length - 1)] ?? '',
        repetitions: 1,
      }}
      onClose={onClose}
    >
      <Form.Item name="deviceId" label={t('robot')} extra={t('robotHint')}>
        <Select
          options={robots.map(({ id, nickname, sn }) => ({
            value: id,
            label: nickname ? `${nickname} · ${sn}` : sn,
          }))}
          onChange={choose}
        />
      </Form.Item>
      <Form.Item name="cleaningMode" label={t('mode')}>
        <Select options={choices('cleaningMode', cleaningModes)} />
      </Form.Item>
      <Form.Item name="strength" label={t('strength')}>
        <Select options={choices('strength', strengths)} />
      </Form.Item>
    </FormDialog>
  );
}
