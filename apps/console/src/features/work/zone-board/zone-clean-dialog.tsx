import { pages, taskCalls, type BoardZone } from '@sweepline/contract';
import { cleaningChoicesOf, obstacleTo } from '@sweepline/contract/robot';
import { Form, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../kit/form/dialog.tsx';
import { Link } from 'react-router';
import { FormDialog } from '../../../kit/form/form-dialog.tsx';
import { toast } from '../../../kit/ui/toasts.ts';
import { useObstacleWord } from '../../../shared/run/use-obstacle-word.ts';
import { useWords } from '../../../shared/words/use-words.ts';

const nameOf = ({ nickname, sn }: { nickname: string; sn: string }) => nickname || sn;

/** Starts a run of a robot on the map of the zone at once. */
export function ZoneCleanDialog({ zone, onClose }: { zone: BoardZone; onClose: () => void }) {
  const { t } = useTranslation('work/zone-board');
  const { choices } = useWords();
  const obstacleWord = useObstacleWord();
  const known = zone.devices.flatMap((device) => {
    const cleaner = cleaningChoicesOf(device);
    return cleaner ? [{ ...device, ...cleaner, obstacle: obstacleTo('CLEAN', device, zone.map.id) }] : [];
  });
  const robots = known.filter(({ obstacle }) => obstacle === undefined);
  const others = known.flatMap(({ obstacle, ...device }) =>
    obstacle ? [{ id: device.id, text: `${nameOf(device)}: ${obstacleWord(obstacle, device)}` }] : [],
  );
  const [chosen, choose] = useState(robots[0]?.id);
  const robot = robots.find(({ id }) => id === chosen) ?? robots[0];
  if (!robot)
    return (
      <Dialog open title={t('cleanTitle', { zone: zone.name })} footer={null} onCancel={onClose}>
        {others.length === 0 ? (
          <p>{t('noRobot', { map: zone.map.name })}</p>
        ) : (
          others.map(({ id, text }) => <p key={id}>{text}</p>)
        )}
        <Link className="sl-button sl-button-plain" to={pages.task({ new: 1, mapId: zone.map.id })}>
          {t('plan')}
        </Link>
      </Dialog>
    );
  const { cleaningModes, strengths, names } = robot;
  return (
    <FormDialog
      key={robot.id}
      title={t('cleanTitle', { zone: zone.name })}
      call={taskCalls.cleanNow}
      submit={t('sendRobot', { robot: nameOf(robot) })}
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
      {others.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
      <Form.Item name="cleaningMode" label={t('mode')}>
        <Select options={choices('cleaningMode', cleaningModes, names)} />
      </Form.Item>
      <Form.Item name="strength" label={t('strength')}>
        <Select options={choices('strength', strengths, names)} />
      </Form.Item>
    </FormDialog>
  );
}
