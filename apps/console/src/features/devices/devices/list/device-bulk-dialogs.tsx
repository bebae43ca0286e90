import { deviceCalls, type Device } from '@sweepline/contract';
import { Form, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../../kit/api/api.ts';
import { BulkDialog } from '../../../../kit/list/bulk-dialog.tsx';

interface Props {
  rows: Device[];
  onClose: (changed: boolean) => void;
}

const { family } = deviceCalls.list;
const nameOf = ({ nickname, sn }: Device) => ({ name: nickname, detail: sn });

/** Adds tags to the selected devices or removes them; other tags stay. */
export function TagDialog({ rows, onClose }: Props) {
  const { t } = useTranslation('devices/devices');
  const [add, setAdd] = useState<string[]>([]);
  const [drop, setDrop] = useState<string[]>([]);
  const present = [...new Set(rows.flatMap(({ tags }) => tags))].toSorted();
  const tagsOf = ({ tags }: Device) => [...new Set([...tags, ...add])].filter((tag) => !drop.includes(tag));
  return (
    <BulkDialog
      title={t('bulk.tagTitle', { count: rows.length })}
      hint={t('bulk.tagHint')}
      act={t('bulk.tagAct')}
      rows={rows}
      nameOf={nameOf}
      run={(row) =>
        send(deviceCalls.update, { id: row.id, version: row.version, tags: tagsOf(row) }, { quiet: true })
      }
      family={family}
      ready={add.length + drop.length > 0}
      onClose={onClose}
    >
      <Form layout="vertical">
        <Form.Item label={t('bulk.addTags')} htmlFor="bulk-add">
          <Select
            id="bulk-add"
            mode="tags"
            autoFocus
            value={add}
            onChange={setAdd}
            tokenSeparators={[',', ';']}
          />
        </Form.Item>
        {present.length > 0 && (
          <Form.Item label={t('bulk.dropTags')} htmlFor="bulk-drop">
            <Select
              id="bulk-drop"
              mode="multiple"
              value={drop}
              options={present.map((value) => ({ value, label: value }))}
              onChange={setDrop}
            />
          </Form.Item>
        )}
      </Form>
    </BulkDialog>
  );
}

export function RemoveDialog({ rows, onClose }: Props) {
  const { t } = useTranslation('devices/devices');
  return (
    <BulkDialog
      title={t('bulk.removeTitle', { count: rows.length })}
      hint={t('bulk.removeHint')}
      act={t('bulk.remove')}
      danger
      rows={rows}
      nameOf={nameOf}
      run={({ id }) => send(deviceCalls.remove, { id }, { quiet: true })}
      family={family}
      onClose={onClose}
    />
  );
}
