import { logStoreCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { Form, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../../kit/api/api.ts';
import { formatBytes } from '../../../../kit/format/format.ts';
import { Button } from '../../../../kit/ui/button.tsx';

/** Paths on the robot: typed, or chosen of the files that it names when it is asked. */
export function PathsField({ deviceId }: { deviceId: string | undefined }) {
  const { t } = useTranslation('remote/logs');
  const [asks, setAsks] = useState(false);
  const { data, isFetching, refetch } = useQuery({
    ...callQuery(logStoreCalls.refresh, { deviceId: deviceId ?? '' }),
    enabled: asks && deviceId !== undefined,
    retry: false,
    // Each press asks the robot again.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const options = data?.list.map(({ path, bytes }) => ({
    value: path,
    label: `${path} · ${formatBytes(bytes)}`,
  }));
  return (
    <>
      <Form.Item name="paths" label={t('pathsLabel')} extra={t('pathsHint')}>
        <Select mode="tags" options={options ?? []} tokenSeparators={['\n']} optionFilterProp="label" />
      </Form.Item>
      <Button
        icon="refresh"
        busy={isFetching}
        disabled={deviceId === undefined}
        onClick={() => (asks ? void refetch() : setAsks(true))}
      >
        {t('askRobot')}
      </Button>
    </>
  );
}
