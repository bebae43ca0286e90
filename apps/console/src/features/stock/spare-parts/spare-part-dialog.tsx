import { currencies, sparePartCalls, sparePartModels, type SparePart } from '@sweepline/contract';
import { isFilled, models } from '@sweepline/contract/robot';
import { Checkbox, Input, InputNumber, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../kit/api/use-action.ts';
import { Dialog } from '../../../kit/form/dialog.tsx';
import { Refusal } from '../../../kit/form/refusal.tsx';
import { SelectField } from '../../../kit/form/select-field.tsx';
import { useWords } from '../../../shared/words/use-words.ts';

interface Props {
  /** The part to edit. Without it the dialog creates one. */
  part?: SparePart;
  onClose: () => void;
}

const wearingParts = [
  ...new Set<string>(Object.values(models).flatMap(({ consumables }) => consumables)),
].filter((part) => !isFilled(part));
type Currency = (typeof currencies)[number];

const draftOf = (part: SparePart | undefined) => ({
  number: part?.number ?? '',
  name: part?.name ?? '',
  models: part?.models ?? [],
  consumable: part?.consumable ?? null,
  amount: part?.price?.amount ?? null,
  currency: part?.price?.currency ?? currencies[0],
});

/** Edits a spare part of the provider. */
export function SparePartDialog({ part, onClose }: Props) {
  const { t } = useTranslation('stock/spare-parts');
  const { t: kit } = useTranslation('kit');
  const { word } = useWords();
  const [draft, setDraft] = useState(() => draftOf(part));
  const change = (changes: Partial<typeof draft>) => setDraft({ ...draft, ...changes });
  const options = { done: t('saved', { name: draft.name }), after: onClose, silent: true };
  const create = useAction(sparePartCalls.create, options);
  const update = useAction(sparePartCalls.update, options);
  const submit = () => {
    const { amount, currency, ...fields } = draft;
    const input = { ...fields, price: amount === null ? null : { amount, currency } };
    if (part) update.mutate({ id: part.id, version: part.version, ...input });
    else create.mutate(input);
  };
  return (
    <Dialog
      open
      title={part ? t('editTitle', { name: part.name }) : t('add')}
      okText={t('save')}
      cancelText={kit('cancel')}
      confirmLoading={create.isPending || update.isPending}
      okButtonProps={{ disabled: draft.number.trim() === '' || draft.name.trim() === '' }}
      onOk={submit}
      onCancel={onClose}
    >
      <div className="spare-part-form">
        <label>
          <span>{t('number')}</span>
          <Input
            maxLength={40}
            value={draft.number}
            onChange={({ target }) => change({ number: target.value })}
          />
        </label>
        <label>
          <span>{t('name')}</span>
          <Input
            maxLength={80}
            value={draft.name}
            onChange={({ target }) => change({ name: target.value })}
          />
        </label>
        <fieldset>
          <legend>{t('models')}</legend>
          <Checkbox.Group
            value={draft.models}
            options={sparePartModels.map((value) => ({ value, label: value }))}
            onChange={(next) => change({ models: next })}
          />
          <small>{t('modelsHint')}</small>
        </fieldset>
        <SelectField<string>
          label={t('consumable')}
          allowClear
          placeholder={t('noConsumable')}
          value={draft.consumable}
          options={wearingParts.map((value) => ({ value, label: word('consumable', value) }))}
          onChange={(next: string | undefined) => change({ consumable: next ?? null })}
        />
        <small>{t('consumableHint')}</small>
        <PriceFields value={draft} onChange={change} />
        <small>{t('priceHint')}</small>
        <Refusal error={create.error ?? update.error} />
      </div>
    </Dialog>
  );
}

interface PriceProps {
  value: { amount: number | null; currency: Currency };
  onChange: (changes: { amount: number | null } | { currency: Currency }) => void;
}

function PriceFields({ value: { amount, currency }, onChange }: PriceProps) {
  const { t } = useTranslation('stock/spare-parts');
  return (
    <span className="spare-part-price">
      <label>
        <span>{t('price')}</span>
        <InputNumber
          min={0}
          max={10_000_000}
          precision={2}
          value={amount}
          onChange={(next) => onChange({ amount: next })}
        />
      </label>
      <Select<Currency>
        aria-label={t('currency')}
        value={currency}
        options={currencies.map((value) => ({ value, label: value }))}
        onChange={(next) => onChange({ currency: next })}
      />
    </span>
  );
}
