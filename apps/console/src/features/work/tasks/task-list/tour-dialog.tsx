import { pages, mapCalls, runCalls } from '@sweepline/contract';
import { can, mayAct } from '@sweepline/contract/robot';
import { useQuery } from '@tanstack/react-query';
import { Form, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { callQuery } from '../../../../kit/api/api.ts';
import { dayOf, momentAt } from '../../../../kit/format/days.ts';
import { DateInput } from '../../../../kit/form/date-input.tsx';
import { FormDialog } from '../../../../kit/form/form-dialog.tsx';
import { formatClock } from '../../../../kit/format/format.ts';
import { useDeviceChoices } from '../../../../shared/robot/use-device-choices.ts';
import { numberOf, TourSignalFields } from './tour-signal-fields.tsx';

interface Props {
  deviceId: string | undefined;
  onClose: () => void;
}

const usual = {
  loops: 3,
  until: null,
  audioSlots: [],
  intervalS: 30,
  volume: 50,
  led: '#0e7c86',
  speed: 0.5,
};

/** Sends a robot on a promotion tour between points of its map, for a number of rounds or until a time. */
export function TourDialog({ deviceId, onClose }: Props) {
  const { t } = useTranslation('work/tasks');
  const navigate = useNavigate();
  return (
    <FormDialog
      title={t('tour.title')}
      call={runCalls.promote}
      initial={{ ...usual, ...(deviceId && { deviceId }) }}
      submit={t('tour.act')}
      done={t('tour.sent')}
      after={(run) => void navigate(pages.task({ run: run.id }))}
      onClose={onClose}
    >
      <TourFields deviceId={deviceId} />
    </FormDialog>
  );
}

function TourFields({ deviceId }: { deviceId: string | undefined }) {
  const { t } = useTranslation('work/tasks');
  const form = Form.useFormInstance();
  const loops = Form.useWatch<number>('loops', form);
  const chosen = Form.useWatch<string | undefined>('deviceId', form) ?? deviceId;
  const { devices, search } = useDeviceChoices(chosen);
  const robots = devices.filter((device) => can(device, 'clean') && mayAct('PROMOTE', device));
  const mapId = devices.find(({ id }) => id === chosen)?.live.mapId ?? '';
  const map = useQuery({
    ...callQuery(mapCalls.detail, { id: mapId }),
    enabled: mapId !== '',
    meta: { silent: true },
  });
  const points = map.data?.elements.points ?? [];
  const follow = (id: string) => {
    const at = devices.find((candidate) => candidate.id === id)?.live.mapId;
    form.setFieldsValue({ mapId: at, pointIds: [] });
  };
  if (mapId !== '' && form.getFieldValue('mapId') === undefined) form.setFieldValue('mapId', mapId);
  return (
    <>
      <Form.Item name="deviceId" label={t('device')}>
        <Select
          showSearch={{ onSearch: search, filterOption: false }}
          onChange={follow}
          options={robots.map(({ id, nickname, sn }) => ({ value: id, label: `${nickname || sn} · ${sn}` }))}
        />
      </Form.Item>
      <Form.Item name="pointIds" label={t('tour.stops')} extra={t('tour.stopsHint')}>
        <Select
          mode="multiple"
          disabled={points.length === 0}
          options={points.map(({ id, name, type }) => ({ value: id, label: name || type }))}
        />
      </Form.Item>
      <div className="tour-row">
        <Form.Item
          name="loops"
          label={t('tour.loops')}
          extra={t('tour.loopsHint')}
          getValueFromEvent={numberOf}
        >
          <input type="number" className="sl-input" min={0} max={1000} />
        </Form.Item>
        {loops === 0 && (
          <Form.Item
            name="until"
            label={t('tour.until')}
            getValueProps={(at: string | null) => ({ value: at ? formatClock(at) : '' })}
            getValueFromEvent={(clock: string) => (clock ? momentAt(dayOf(Date.now()), clock) : null)}
          >
            <DateInput kind="clock" />
          </Form.Item>
        )}
        <Form.Item name="speed" label={t('tour.speed')} getValueFromEvent={numberOf}>
          <input type="number" className="sl-input" min={0.1} max={0.8} step={0.1} />
        </Form.Item>
      </div>
      <TourSignalFields />
    </>
  );
}
