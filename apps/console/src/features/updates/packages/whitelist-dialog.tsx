import { deviceGroupCalls, maxWhitelistChange, otaWhitelistCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { Input, Select } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { useAction } from '../../../kit/api/use-action.ts';
import { Dialog } from '../../../kit/form/dialog.tsx';
import { Refusal } from '../../../kit/form/refusal.tsx';
import { formatNumber } from '../../../kit/format/format.ts';
import { FileButton } from './file-button.tsx';
import { serialsIn } from './serial-list.ts';

interface Props {
  id: string;
  models: readonly string[];
  onClose: () => void;
}

/** Adds robots to a whitelist: by serial numbers, typed or from a CSV file, and by groups. */
export function WhitelistDialog({ id, models, onClose }: Props) {
  const { t } = useTranslation('updates/packages');
  const { t: kit } = useTranslation('kit');
  const [serialField, groupField] = [useId(), useId()];
  const [text, setText] = useState('');
  const [groupIds, setGroupIds] = useState<string[]>([]);
  const groups = useQuery({
    ...callQuery(deviceGroupCalls.options, { pageSize: 99 }),
    meta: { silent: true },
  });
  const add = useAction(otaWhitelistCalls.add, {
    done: ({ added }) => t('robotsAdded', { count: added, number: formatNumber(added) }),
    after: onClose,
    silent: true,
  });
  const serialNumbers = serialsIn(text);
  const tooMany = serialNumbers.length > maxWhitelistChange;
  const read = async (file: File) => {
    const content = await file.text();
    setText((old) => [old, ...serialsIn(content)].filter(Boolean).join('\n'));
  };
  return (
    <Dialog
      open
      title={t('addRobots')}
      okText={t('addRobots')}
      cancelText={kit('cancel')}
      confirmLoading={add.isPending}
      okButtonProps={{ disabled: tooMany || (serialNumbers.length === 0 && groupIds.length === 0) }}
      onOk={() => add.mutate({ id, serialNumbers, groupIds })}
      onCancel={onClose}
    >
      <div className="package-form">
        <p className="package-note">{t('addRobotsHint', { models: models.join(', ') })}</p>
        <div>
          <label htmlFor={serialField}>{t('serials')}</label>
          <Input.TextArea
            id={serialField}
            rows={6}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <small>
            {tooMany
              ? t('tooMany', { most: formatNumber(maxWhitelistChange) })
              : t('serialCount', { count: serialNumbers.length, number: formatNumber(serialNumbers.length) })}
          </small>
        </div>
        <FileButton
          accept=".csv,.txt,text/csv,text/plain"
          label={t('csv')}
          onChoose={(file) => void read(file)}
        >
          {t('csv')}
        </FileButton>
        <div>
          <label htmlFor={groupField}>{t('groups')}</label>
          <Select
            id={groupField}
            mode="multiple"
            optionFilterProp="label"
            value={groupIds}
            loading={groups.isPending}
            options={(groups.data?.list ?? []).map((group) => ({ value: group.id, label: group.name }))}
            onChange={setGroupIds}
          />
        </div>
        <Refusal error={add.error} />
      </div>
    </Dialog>
  );
}
