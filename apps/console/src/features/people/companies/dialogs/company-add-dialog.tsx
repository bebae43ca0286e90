import { companyCalls, type Sent } from '@sweepline/contract';
import { Form, Input, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../../kit/form/form-dialog.tsx';
import { levelBelow, typeOf, type CompanyKind } from '../company-address.ts';
import { CompanyFields } from './company-fields.tsx';
import { usePlaces, useStaff } from '../use-choices.ts';
import { useCompanyWords } from '../use-company-words.ts';

interface Props {
  kind: CompanyKind;
  onClose: () => void;
}

/** Adds a company of the page's type; the level of an agent follows from its parent. */
export function CompanyAddDialog({ kind, onClose }: Props) {
  const { t } = useTranslation('people/companies');
  const words = useCompanyWords();
  const type = typeOf(kind);
  const { places, search, read } = usePlaces(type);
  const sales = useStaff('SALES');
  const fae = useStaff('FAE');
  const [parentId, setParentId] = useState<string>();
  const parent = places.find(({ id }) => id === (parentId ?? places[0]?.id));
  // The form takes its initial values once, so it opens after the default parent is loaded.
  if (!read) return null;
  const initial: Partial<Sent<typeof companyCalls.add>> = {
    type,
    ...(places[0] && { parentId: places[0].id }),
    feature: 0,
  };
  return (
    <FormDialog
      title={t(`add.${kind}`)}
      call={companyCalls.add}
      submit={t(`add.${kind}`)}
      initial={initial}
      done={null}
      onClose={onClose}
    >
      <Form.Item name="name" label={t('name')}>
        <Input autoFocus maxLength={60} />
      </Form.Item>
      <Form.Item
        name="parentId"
        label={t('parent')}
        extra={type === 2 && parent && words.type({ type, agentLevel: levelBelow(parent) })}
      >
        <Select
          showSearch={{ onSearch: search, filterOption: false }}
          onChange={setParentId}
          options={places.map((place) => ({
            value: place.id,
            label: `${place.name} · ${words.type(place)}`,
          }))}
        />
      </Form.Item>
      <CompanyFields links={sales.some || fae.some} />
    </FormDialog>
  );
}
