import { pages, deviceCalls, runCalls, taskCalls, type Run } from '@sweepline/contract';
import { can, isOpenRun, obstacleTo } from '@sweepline/contract/robot';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { callQuery } from '../../kit/api/api.ts';
import { ConfirmDialog } from '../../kit/form/confirm-dialog.tsx';
import { deviceName } from '../robot/use-device-choices.ts';
import { Skeleton } from '../../kit/ui/skeleton.tsx';
import { useAction } from '../../kit/api/use-action.ts';
import { DeviceMark } from '../words/device-mark.tsx';
import { Readiness } from './readiness.tsx';
import { Refusal } from '../../kit/form/refusal.tsx';
import { useRunName } from './use-run-name.ts';
import './rest-dialog.css';

interface Props {
  run: Run;
  onClose: () => void;
}

/** Starts a run for the uncleaned rest of another run, by the same robot or another one of the site. */
export function RestDialog({ run, onClose }: Props) {
  const { t } = useTranslation('run');
  const runName = useRunName();
  const navigate = useNavigate();
  const open = isOpenRun(run.state);
  const [chosen, choose] = useState(open ? '' : run.device.id);
  const { data } = useQuery(
    callQuery(deviceCalls.list, {
      page: 1,
      pageSize: 50,
      sort: 'nickname',
      state: ['ONLINE'],
      ...(run.siteId !== null && { siteId: run.siteId }),
    }),
  );
  const candidates = data?.list.filter(
    (candidate) =>
      (open ? candidate.id !== run.device.id : true) &&
      can(candidate, 'clean') &&
      (candidate.live.mapId === run.map?.id || candidate.id === run.device.id),
  );
  const device = candidates?.find(({ id }) => id === chosen);
  const obstacle = device && obstacleTo('CLEAN', device, run.map?.id);
  const rest = useAction(runCalls.rest, {
    done: (created) => t('restSent', { device: deviceName(created.device) }),
    also: [taskCalls.list.family],
    silent: true,
    after: (created) => void navigate(pages.task({ run: created.id })),
  });
  return (
    <ConfirmDialog
      title={t(open ? 'handTitle' : 'restTitle', { name: runName(run) })}
      act={t('restAct', { device: device ? deviceName(device) : '…' })}
      busy={rest.isPending}
      disabled={!device || obstacle !== undefined}
      onConfirm={() => chosen && rest.mutate({ id: run.id, deviceId: chosen })}
      onClose={onClose}
    >
      <p>{t(open ? 'handHint' : 'restHint', { device: deviceName(run.device) })}</p>
      {!candidates && <Skeleton lines={3} />}
      {candidates?.length === 0 && <p>{t('noOtherRobot')}</p>}
      <div className="rest-devices" role="radiogroup" aria-label={t('restDevice')}>
        {candidates?.map((candidate) => (
          <label key={candidate.id}>
            <input
              type="radio"
              name="rest-device"
              checked={candidate.id === chosen}
              onChange={() => choose(candidate.id)}
            />
            <span>
              {deviceName(candidate)}
              <small>
                {candidate.sn} · {candidate.model}
              </small>
            </span>
            <DeviceMark live={candidate.live} />
          </label>
        ))}
      </div>
      {chosen && run.map && <Readiness deviceId={chosen} mapId={run.map.id} />}
      <Refusal error={rest.error} />
    </ConfirmDialog>
  );
}
